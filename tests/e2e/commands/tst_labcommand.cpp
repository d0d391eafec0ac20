#include "core/redis/identity/settingsformat.h"
#include "tests/e2e/commands/programrun.h"
#include "tests/support/patience.h"
#include "tests/support/sanitized.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <csignal>
#include <vector>

using namespace lockstep;

namespace {

QStringList words(const char *line)
{
    return QString::fromUtf8(line).split(u' ', Qt::SkipEmptyParts);
}

QJsonObject objectIn(const Outcome &outcome)
{
    return QJsonDocument::fromJson(outcome.out).object();
}

QJsonObject checkIn(const QJsonObject &run, const QString &begin)
{
    for (const auto &each : run[u"checks"].toArray()) {
        if (each.toObject()[u"check"].toString().startsWith(begin))
            return each.toObject();
    }
    return {};
}

// Whichever thread started them.
QList<qint64> childrenOf(qint64 process)
{
    QList<qint64> all;
    const QDir threads(u"/proc/%1/task"_qs.arg(process));
    for (const QString &thread : threads.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        QFile children(threads.filePath(thread + u"/children"_qs));
        if (!children.open(QIODevice::ReadOnly))
            continue;
        for (const QByteArray &child : children.readAll().simplified().split(' ')) {
            if (!child.isEmpty())
                all << child.toLongLong();
        }
    }
    return all;
}

// In hundredths of a second, see proc(5). The name in brackets has no space.
qint64 processorTimeOf(qint64 process)
{
    QFile file(u"/proc/%1/stat"_qs.arg(process));
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    return file.readAll().split(' ').value(13).toLongLong();
}

bool hasChildren(qint64 process)
{
    return !childrenOf(process).isEmpty();
}

// A file of the user's own, in a folder of the test.
class OwnFile
{
public:
    explicit OwnFile(const QByteArray &client, const QByteArray &more = {})
        : m_path(m_folder.filePath(u"own.lua"_qs))
    {
        QFile file(m_path);
        if (!file.open(QIODevice::WriteOnly))
            qFatal("%s cannot be written", qPrintable(m_path));
        file.write("return {\n"
                   "  id = \"own\", family = \"counter\", title = { en = \"Own\" },\n"
                   "  lesson = { en = \"Own.\" },\n"
                   "  params = { clients = 2 }, keys = { \"own\" },\n"
            + more + "  client = function(p, me)\n" + client + "\n  end,\n}\n");
    }
    [[nodiscard]] const QString &path() const { return m_path; }

private:
    QTemporaryDir m_folder;
    QString m_path;
};

OwnFile slowlyJudged()
{
    return OwnFile("    for i = 1, 40 do redis.call('INCR', 'own') event('e', i) end",
        "  always = { function(v) local n = 0 for _, each in ipairs(v.events('e')) do\n"
        "    n = n + #each.inside end if n > 0 then return 'inside' end end },\n");
}

} // namespace

class tst_labcommand : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theListNamesEveryScenario();
    void aRunSaysWhatWasOversoldAndProvesIt();
    void aViolationIsToldAsSteps();
    void theFixHolds();
    void withoutJsonTheVerdictIsSentences();
    void theSameSeedIsTold();
    void aRunEndsAfterItsTime();
    void whatIsThereIsPrintedWhenARunIsInterrupted();
    void aTimeBoundsARoundToo();
    void aTimeBoundsJudging();
    void aTimeBoundsTheSearchForSteps();
    void aSignalEndsJudging();
    void aTimeBoundsAScriptWithoutEnd();
    void whatWasCutOffBeforeItWasDecidedIsStatusOne();
    void aTimeBoundsARoundOfServersThatStand();
    void aSignalEndsWhateverItMeets_data();
    void aSignalEndsWhateverItMeets();
    void anOwnFileIsRun();
    void aMistakeNamesFileAndLine_data();
    void aMistakeNamesFileAndLine();
    void wrongUsageIsASentenceAndStatusTwo_data();
    void wrongUsageIsASentenceAndStatusTwo();
    void theSameTwiceIsNoContradiction();
    void theHelpOfACommandNamesItsOptionsOnly_data();
    void theHelpOfACommandNamesItsOptionsOnly();
    void whoWaitsForEverIsToldBesideHeld();
    void aNameThatNobodyMarkedIsTold();
    void whatHasNoCheckIsNotCalledHeld();
    void aViolationBeforeTheFirstStepIsSaid();
    void aShortTtlIsToldInMilliseconds();
    void whatMustHoldInTheEndSaysSo();
    void whatWasAssumedBelongsToTheVerdict();
    void aMistakeIsInTheJsonOfBoth();
    void aScriptWithoutEndIsNamed();
    void severalScenariosAreToldOneAfterTheOther();
    void whatIsExpectedDecidesTheStatus_data();
    void whatIsExpectedDecidesTheStatus();
    void aNamedCheckIsToldByItsName();
    void aFilesOwnScriptIsExecutedInEveryMode();
    void aFilesOwnScriptWritesNoKeyUnseen();
    void whatMovesUpInTheOrderOfDeadlinesIsNotRenewed();
    void aScriptThatTheServerRefusesIsNamed();
    void ownScriptsAreNotRunOnAServerOfTheUsers();
    void aFaultAtALineWithoutACommandIsSaid();
    void noPictureIsPlayedForThatCannotBeWritten();
    void withoutATerminalALineIsPrintedNowAndThen();
    void exploringFindsTheShortestWay();
    void whatIsNotExploredIsSaid();
    void whatHoldsHoldsInAllInterleavings();
    void theBoundsOfAnExplorationCanBeSet();
    void whatABoundLeavesOpenIsUndecided();
    void whatAnAssumptionLeavesOpenIsUndecided();
    void theMemoryOfAnExplorationIsBounded();
    void whatRunsOutOfMemoryAtOnceSaysSo();
    void anInterruptedExplorationIsUndecided();
    void aSignalEndsAnExplorationThatMeetsAScriptWithoutEnd_data();
    void aSignalEndsAnExplorationThatMeetsAScriptWithoutEnd();
    void anEarlyEndIsExplained();
    void aWrongServerProgramIsNamed_data();
    void aWrongServerProgramIsNamed();
    void serversAndRequestsAreLostInBounds();
    void nothingIsLeftOnAServerThatWasAllowed();
    void whatIsThereIsPrintedWhenTheServerIsLost_data();
    void whatIsThereIsPrintedWhenTheServerIsLost();
    void theRightsOfTheLabArePrintedAndAreEnough();
    void aServersRefusalNamesTheRight();
    void nothingIsPlayedWithoutAYesOrInProduction();
    void aPictureShowsWhatWasPlayed_data();
    void aPictureShowsWhatWasPlayed();
};

void tst_labcommand::theListNamesEveryScenario()
{
    const auto json = lockstepRun(words("lab list --json"));
    QCOMPARE(json.status, 0);
    const auto scenarios = QJsonDocument::fromJson(json.out).array();
    QVERIFY(scenarios.size() >= 57);
    const auto english = lockstepRun(words("lab list --lang en"));
    const auto chinese = lockstepRun(words("lab list --lang zh_CN"));
    for (const auto &each : scenarios) {
        const auto scenario = each.toObject();
        QVERIFY(english.out.contains(scenario[u"id"].toString().toUtf8() + ' '));
        QVERIFY(english.out.contains(scenario[u"title"][u"en"].toString().toUtf8()));
        QVERIFY(chinese.out.contains(scenario[u"title"][u"zh_CN"].toString().toUtf8()));
        QVERIFY(!scenario[u"parameters"].toArray().isEmpty());
        QVERIFY(!scenario[u"checks"].toArray().isEmpty());
    }
}

void tst_labcommand::aRunSaysWhatWasOversoldAndProvesIt()
{
    const auto outcome = lockstepRun(words(
        "lab run stock-read-then-write --clients 2 --set stock=1 --repeats 1 --rounds 50 --json"));
    QVERIFY2(outcome.status == 3, outcome.err.constData());
    const auto run = objectIn(outcome);
    QCOMPARE(run[u"scenario"], QJsonValue(u"stock-read-then-write"_qs));
    QVERIFY(run[u"server"].toString().contains(u'.'));
    QCOMPARE(run[u"settings"][u"clients"].toInt(), 2);
    QCOMPARE(run[u"rounds"].toInt(), 50);
    QCOMPARE(run[u"exactOrder"], QJsonValue(true));
    QVERIFY(run[u"operations"].toInt() >= 150 && run[u"operations"].toInt() <= 200);
    QVERIFY(run[u"operationsPerSecond"].toDouble() > 0);
    const int violated = run[u"violatedRounds"].toInt();
    QVERIFY(violated > 0 && violated <= 50);
    QCOMPARE(run[u"counts"][u"sold"].toInt(), 50 + violated);

    const auto check = checkIn(run, u"count_at_most"_qs);
    QCOMPARE(check[u"verdict"], QJsonValue(u"violated"_qs));
    QCOMPARE(check[u"violatedRounds"].toInt(), violated);
    const auto violations = run[u"violations"].toArray();
    QVERIFY(!violations.isEmpty());
    const auto first = violations.at(0).toObject();
    QVERIFY(first[u"atMs"].toDouble() > 0);
    QCOMPARE(first[u"actual"].toInt(), 2);
    QCOMPARE(first[u"allowed"].toInt(), 1);
    QVERIFY(!first[u"operations"].toArray().isEmpty());
    const auto operation = first[u"operations"].toArray().at(0).toObject();
    QVERIFY(operation[u"command"].toString().contains(u"stock"_qs));
    QVERIFY(operation[u"order"].isDouble());
}

void tst_labcommand::aViolationIsToldAsSteps()
{
    const char *const line = "lab run stock-read-then-write --rounds 3 --lang en";
    const auto told = lockstepRun(words(line));
    QVERIFY2(told.status == 3, told.err.constData());
    QVERIFY2(
        told.out.contains("Step it: lockstep lab replay stock-read-then-write --clients 2 \"A1"),
        told.out.constData());
    const auto violation =
        objectIn(lockstepRun(words(line) << u"--json"_qs))[u"violations"].toArray()[0].toObject();
    const auto trace = violation[u"trace"].toObject();
    QCOMPARE(trace[u"steps"].toArray().size(), 4);
    QCOMPARE(trace[u"settings"].toObject()[u"clients"].toInt(), 2);
    QCOMPARE(trace[u"bounds"].toObject()[u"time"].toInt(), 0);
    const auto unknown = lockstepRun(words(line) << u"--no-exact-order"_qs);
    QVERIFY2(unknown.out.contains("It cannot be stepped: "), unknown.out.constData());
}

void tst_labcommand::theFixHolds()
{
    const auto outcome =
        lockstepRun(words("lab run stock-script --clients 20 --set stock=10 --rounds 20 --json"));
    QVERIFY2(outcome.status == 0, outcome.err.constData());
    const auto run = objectIn(outcome);
    QCOMPARE(run[u"violatedRounds"].toInt(), 0);
    QVERIFY(run[u"violations"].toArray().isEmpty());
    for (const auto &each : run[u"checks"].toArray())
        QCOMPARE(each.toObject()[u"verdict"], QJsonValue(u"holds"_qs));
    QCOMPARE(run[u"counts"][u"sold"].toInt(), 200);
}

void tst_labcommand::withoutJsonTheVerdictIsSentences()
{
    const auto english =
        lockstepRun(words("lab run stock-script --clients 5 --rounds 3 --lang en"));
    QVERIFY2(english.status == 0, english.err.constData());
    QVERIFY2(english.out.contains("held") || english.out.contains("Held"), english.out.constData());
    QVERIFY(!english.out.contains('{'));
    const auto chinese =
        lockstepRun(words("lab run stock-script --clients 5 --rounds 3 --lang zh_CN"));
    QCOMPARE(chinese.status, 0);
    QVERIFY(chinese.out != english.out);
}

void tst_labcommand::theSameSeedIsTold()
{
    const auto chosen = objectIn(lockstepRun(words("lab run counter-incr --rounds 1 --json")));
    QVERIFY(chosen[u"seed"].toString().toULongLong() > 0);
    const auto given =
        objectIn(lockstepRun(words("lab run counter-incr --rounds 1 --seed 7 --json")));
    QCOMPARE(given[u"seed"], QJsonValue(u"7"_qs));
}

void tst_labcommand::aRunEndsAfterItsTime()
{
    const auto run =
        objectIn(lockstepRun(words("lab run counter-incr --clients 2 --for 6 --json")));
    QVERIFY(run[u"rounds"].toInt() > 1);
    QVERIFY(run[u"operations"].toInt() > 2);
}

void tst_labcommand::whatIsThereIsPrintedWhenARunIsInterrupted()
{
    QProcess process;
    process.setProcessEnvironment(withoutDisplay());
    const OwnFile file("    redis.call('INCR', 'own') count('calls') work(20)");
    process.start(programPath(),
        {u"lab"_qs, u"run"_qs, file.path(), u"--repeats"_qs, u"100000"_qs, u"--json"_qs});
    // Its server runs: whenever the signal comes, there is an end with a result.
    QTRY_VERIFY(hasChildren(process.processId()));
    process.terminate();
    QVERIFY(process.waitForFinished(60'000));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 1); // what was asked for was not done
    const auto run = QJsonDocument::fromJson(process.readAllStandardOutput()).object();
    QCOMPARE(run[u"stopped"], QJsonValue(true));
}

// Also where a client never ends, and where the server does not answer any more.
void tst_labcommand::aTimeBoundsARoundToo()
{
    const OwnFile file("    redis.call('INCR', 'own') sleep(600000) redis.call('INCR', 'own')");
    QElapsedTimer timer;
    timer.start();
    const auto outcome =
        lockstepRun({u"lab"_qs, u"run"_qs, file.path(), u"--for"_qs, u"1"_qs, u"--json"_qs});
    QVERIFY2(outcome.status == 0, outcome.err.constData()); // it has no check to be undecided
    QVERIFY(timer.elapsed() < 5000); // without it a round is cut off after 30 s
    QCOMPARE(objectIn(outcome)[u"unfinished"].toInt(), 2);
}

// Whether it holds takes minutes to find out: in each of thousands of states all events are looked
// at.
void tst_labcommand::aTimeBoundsJudging()
{
    const OwnFile file = slowlyJudged();
    QElapsedTimer timer;
    timer.start();
    const auto outcome = lockstepRun({u"lab"_qs, u"run"_qs, file.path(), u"--clients"_qs, u"200"_qs,
        u"--for"_qs, u"2"_qs, u"--lang"_qs, u"en"_qs});
    QVERIFY2(timer.elapsed() < 10'000, QByteArray::number(timer.elapsed()));
    QCOMPARE(outcome.status, 1);
    QVERIFY2(outcome.out.startsWith("Undecided: judging ended before all of it was looked at\n"),
        outcome.out);
}

// Each of the eight commands takes the server a fifth of a second or more, and the search for steps
// has to execute all of them once more, one behind the other, within the one second that it has.
// However slow the machine is, the search is not faster; and the run, which executes each of them
// twice, has time enough. One client sleeps for so long that there is no time for a second round.
void tst_labcommand::aTimeBoundsTheSearchForSteps()
{
    const OwnFile file(
        "    for i = 1, 4 do redis.call('EVAL',\n"
        "      \"for i = 1, 7e7 do end return redis.call('INCR', KEYS[1])\", 1, 'own') end\n"
        "    if me.index == 1 then sleep(25000) end",
        "  always = { value_at_most('own', 7) },\n");
    const auto outcome = lockstepRun(
        {u"lab"_qs, u"run"_qs, file.path(), u"--for"_qs, u"45"_qs, u"--lang"_qs, u"en"_qs});
    QCOMPARE(outcome.status, 3);
    QVERIFY2(outcome.out.contains("\n    It is not known how to step it: judging ended before all "
                                  "of it was looked at\n"),
        outcome.out);
}

void tst_labcommand::aSignalEndsJudging()
{
    const OwnFile file = slowlyJudged();
    QProcess process;
    process.setProcessEnvironment(withoutDisplay());
    process.start(programPath(),
        {u"lab"_qs, u"run"_qs, file.path(), u"--clients"_qs, u"200"_qs, u"--lang"_qs, u"en"_qs});
    // The clients have sent their few commands long before the program has worked for so long.
    constexpr int longerThanTheRound = 400; // hundredths of a second
    QTRY_VERIFY_WITH_TIMEOUT(processorTimeOf(process.processId()) > longerThanTheRound, 120'000);
    process.terminate();
    QVERIFY(process.waitForFinished(10'000));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QVERIFY(process.exitCode() != 0);
    const QByteArray out = process.readAllStandardOutput();
    QVERIFY2(!out.startsWith("Held"), out);
}

void tst_labcommand::aTimeBoundsAScriptWithoutEnd()
{
    const OwnFile file("    redis.call('EVAL', 'while true do end', 1, 'own')",
        "  always = { value_at_most('own', 5) },\n");
    QElapsedTimer timer;
    timer.start();
    const auto outcome = lockstepRun(
        {u"lab"_qs, u"run"_qs, file.path(), u"--for"_qs, u"1"_qs, u"--lang"_qs, u"en"_qs});
    QCOMPARE(outcome.status, 1);
    QVERIFY(timer.elapsed() < 5000); // of which the run has one, and the server another
    QVERIFY2(outcome.err.contains("own.lua:7: the script had not ended a second after the time"),
        outcome.err);
}

void tst_labcommand::whatWasCutOffBeforeItWasDecidedIsStatusOne()
{
    const OwnFile file("    sleep(600000) redis.call('INCR', 'own')",
        "  finally = { value_at_least(\"own\", 2) },\n");
    const auto outcome = lockstepRun(
        {u"lab"_qs, u"run"_qs, file.path(), u"--for"_qs, u"1"_qs, u"--lang"_qs, u"en"_qs});
    QVERIFY2(outcome.out.startsWith("Undecided: "), outcome.out.constData());
    QCOMPARE(outcome.status, 1);
}

void tst_labcommand::aTimeBoundsARoundOfServersThatStand()
{
    const OwnFile file("    redis.call('INCR', 'own') sleep(600000) redis.call('INCR', 'own')");
    QProcess process;
    process.setProcessEnvironment(withoutDisplay());
    QElapsedTimer timer;
    timer.start();
    process.start(
        programPath(), {u"lab"_qs, u"run"_qs, file.path(), u"--for"_qs, u"10"_qs, u"--json"_qs});
    QByteArray said;
    QTRY_VERIFY_WITH_TIMEOUT((said += process.readAllStandardError()).contains("round 1"), 60'000);
    const QList<qint64> servers = childrenOf(process.processId());
    QVERIFY(!servers.isEmpty());
    for (const qint64 server : servers)
        ::kill(pid_t(server), SIGSTOP);
    // The programs alone would take ten minutes.
    QVERIFY(process.waitForFinished(int(std::max<qint64>(15'000 - timer.elapsed(), 0))));
    said += process.readAllStandardError();
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 1);
    QVERIFY2(said.contains("did not answer in time"), said.constData());
    for (const qint64 server : servers)
        QVERIFY(!QFile::exists(u"/proc/%1"_qs.arg(server)));
}

void tst_labcommand::aSignalEndsWhateverItMeets_data()
{
    QTest::addColumn<int>("signal");
    QTest::addColumn<bool>("serversStand");
    QTest::addRow("SIGTERM") << SIGTERM << false;
    QTest::addRow("SIGINT") << SIGINT << false;
    QTest::addRow("SIGTERM, servers that are stopped") << SIGTERM << true;
}

void tst_labcommand::aSignalEndsWhateverItMeets()
{
    QFETCH(int, signal);
    QFETCH(bool, serversStand);
    const QTemporaryDir folder;
    auto environment = withoutDisplay();
    environment.insert(u"TMPDIR"_qs, folder.path());
    environment.insert(u"XDG_RUNTIME_DIR"_qs, folder.path());
    QProcess process;
    process.setProcessEnvironment(environment);
    const OwnFile file("    redis.call('INCR', 'own') count('calls')");
    process.start(programPath(),
        {u"lab"_qs, u"run"_qs, file.path(), u"--repeats"_qs, u"1000000"_qs, u"--json"_qs});
    QByteArray said;
    QTRY_VERIFY((said += process.readAllStandardError()).contains("round 1"));
    const QList<qint64> servers = childrenOf(process.processId());
    QVERIFY(!servers.isEmpty());
    for (const qint64 server : servers) {
        if (serversStand)
            ::kill(pid_t(server), SIGSTOP);
    }
    QElapsedTimer timer;
    timer.start();
    ::kill(pid_t(process.processId()), signal);
    QVERIFY(process.waitForFinished(60'000));
    qInfo() << "ended after" << timer.elapsed() << "ms";
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QVERIFY(timer.elapsed() < 4000); // a second, and what a busy machine adds
    for (const qint64 server : servers)
        QVERIFY(!QFile::exists(u"/proc/%1"_qs.arg(server)));
    QVERIFY(QDir(folder.path()).isEmpty(QDir::AllEntries | QDir::NoDotAndDotDot));
}

void tst_labcommand::anOwnFileIsRun()
{
    const OwnFile file("    redis.call('INCR', 'own') count('calls')",
        "  always = { value_at_most('own', 5) },\n");
    const auto outcome =
        lockstepRun({u"lab"_qs, u"run"_qs, file.path(), u"--clients"_qs, u"8"_qs, u"--json"_qs});
    QVERIFY2(outcome.status == 3, outcome.err.constData());
    const auto run = objectIn(outcome);
    QCOMPARE(run[u"counts"][u"calls"].toInt(), 8);
    const auto first = checkIn(run, u"value_at_most"_qs)[u"first"].toObject();
    QCOMPARE(first[u"actual"].toInt(), 6);
    QCOMPARE(first[u"allowed"].toInt(), 5);
}

void tst_labcommand::aMistakeNamesFileAndLine_data()
{
    QTest::addColumn<QByteArray>("client");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("syntax") << QByteArray("    if then") << QByteArray("own.lua:6");
    QTest::newRow("unknown function")
        << QByteArray("    readis.call('GET', 'own')") << QByteArray("own.lua:6");
    QTest::newRow("endless") << QByteArray("    while true do end") << QByteArray("own.lua:6");
    QTest::newRow("server's error")
        << QByteArray("    redis.call('SET', 'own', 'x')\n    redis.call('LPUSH', 'own', 1)")
        << QByteArray("own.lua:7");
    QTest::newRow("key not listed")
        << QByteArray("    redis.call('GET', 'other')") << QByteArray("other");
    QTest::newRow("files") << QByteArray("    io.open('/etc/passwd')") << QByteArray("own.lua:6");
}

void tst_labcommand::aMistakeNamesFileAndLine()
{
    QFETCH(QByteArray, client);
    QFETCH(QByteArray, says);
    const OwnFile file(client);
    const auto outcome = lockstepRun({u"lab"_qs, u"run"_qs, file.path(), u"--json"_qs});
    QVERIFY2(outcome.status == 1 || outcome.status == 2, outcome.err.constData());
    QVERIFY2(outcome.err.contains(says), outcome.err.constData());
}

void tst_labcommand::wrongUsageIsASentenceAndStatusTwo_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("says");
    const auto row = [](const char *name, const char *line, const char *says) {
        QTest::newRow(name) << words(line) << QByteArray(says);
    };
    row("no verb", "lab", "list, run, explore, replay");
    row("unknown verb", "lab rnu x", "list, run, explore, replay");
    row("no scenario", "lab run", "lab list");
    row("a second scenario that is none", "lab run counter-incr stock-scrip",
        "there is no scenario “stock-scrip”");
    row("a value that the second one does not have",
        "lab explore stock-script counter-incr --set "
        "stock=2",
        "stock");
    row("what nobody can expect", "lab run counter-incr --expect success",
        "--expect takes held or violated, not “success”.");
    row("an assumption that is none", "lab explore counter-incr --assume luck",
        "--assume takes work_shorter_than_lease or timers_on_time, not “luck”.");
    row("an assumption and none",
        "lab explore lock-redisson --no-assumptions --assume timers_on_time",
        "--assume and --no-assumptions contradict each other.");
    row("unknown scenario", "lab run stock-read-then-wirte", "stock-read-then-write");
    row("no such file", "lab run ./nothing.lua", "nothing.lua");
    row("unknown parameter", "lab run counter-incr --set stonk=1", "stonk");
    row("no number", "lab run counter-incr --set clients=x", "NAME=NUMBER");
    row("too many", "lab run counter-incr --clients 5001", "5000");
    row("none", "lab run counter-incr --clients 0", "5000");
    row("rounds", "lab run counter-incr --rounds 0", "--rounds");
    row("probability", "lab run counter-incr --crash 2", "--crash");
    row("pause without a length", "lab run counter-incr --pause 0.5", "--pause");
    row("list takes no settings", "lab list --clients 2",
        "Unknown option “--clients” here; it belongs to: lockstep lab run, lockstep lab "
        "explore, lockstep lab replay, lockstep shot. See lockstep lab list --help.");
    row("help about nothing", "help labs", "Unknown command “labs”");
    row("help about nothing of the lab", "help lab foo", "lab takes one of list, run");
    row("one dash", "lab run counter-incr -bogus=3",
        "Unknown option “-bogus”. See lockstep lab run --help.");
    row("no time", "lab run counter-incr --for 0", "--for takes more than 0 seconds");
    row("no replica", "lab explore counter-incr --failovers 1", "needs a replica");
    row("one server", "lab explore counter-incr --lost-requests 1", "one of several servers");
    row("no settings for other pictures", "shot watch -o x.png --clients 2", "clients");
    row("nothing to wait for", "shot lab:counter-incr -o x.png --after 3", "after");
    row("picture of nothing", "shot lab: -o x.png", "lab:ID");
    row("a line that is not there", "lab run counter-incr --crash line:9999", "lines");
    row("nor there", "shot lab:counter-incr -o x.png --pause line:9999:5", "--pause line:9999");
    row("twice and different", "lab run counter-incr --set clients=5 --clients 7", "7 and to 5");
    row("likewise", "lab run counter-incr --set clients=5 --set clients=6", "5 and to 6");
    row("likewise, explored", "lab explore counter-incr --clients 2 --set clients=3", "2 and to 3");
    row("unknown parameter, explored", "lab explore counter-incr --set stonk=1", "stonk");
    row("unknown scenario, explored", "lab explore counter-inrc", "counter-incr");
    row("nothing to explore", "lab explore", "lab list");
    row("free only", "lab explore counter-incr --rounds 3", "rounds");
    row("yes to nothing", "lab run counter-incr --yes", "--uri");
}

void tst_labcommand::wrongUsageIsASentenceAndStatusTwo()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, says);
    const auto outcome = lockstepRun(arguments << u"--lang"_qs << u"en"_qs);
    QVERIFY2(outcome.err.contains(says), outcome.err.constData());
    QVERIFY(outcome.out.isEmpty());
    // A file that cannot be read failed; everything else was asked for wrongly.
    QCOMPARE(outcome.status, arguments.contains(u"./nothing.lua"_qs) ? 1 : 2);
}

void tst_labcommand::theSameTwiceIsNoContradiction()
{
    const auto outcome =
        lockstepRun(words("lab run counter-incr --set clients=3 --clients 3 --json"));
    QVERIFY2(outcome.status == 0, outcome.err.constData());
    QCOMPARE(objectIn(outcome)[u"settings"][u"clients"].toInt(), 3);
}

void tst_labcommand::theHelpOfACommandNamesItsOptionsOnly_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArrayList>("has");
    QTest::addColumn<QByteArrayList>("hasNot");
    QTest::newRow("lab run") << words("lab run --help")
                             << QByteArrayList{"lockstep lab run ID… [", "--clients", "--crash",
                                    "--uri", "--json", "--lang", "\n  lockstep lab run stock-"}
                             << QByteArrayList{"--time", "--follow", "--scale", "lab run)"};
    QTest::newRow("lab explore") << words("lab explore lock-lease-expires --help")
                                 << QByteArrayList{"lockstep lab explore ID", "--time", "--crashes",
                                        "\n  lockstep lab explore lock-"}
                                 << QByteArrayList{"--crash ", "--uri", "--repeats"};
    QTest::newRow("lab list") << words("lab list --help") << QByteArrayList{"--json"}
                              << QByteArrayList{"--clients"};
    QTest::newRow("shot of the lab")
        << words("shot lab:x -h") << QByteArrayList{"shot lab:ID", "--clients", "--scale"}
        << QByteArrayList{"--after", "--follow"};
    QTest::newRow("acl") << words("acl --help") << QByteArrayList{"--lab", "--user"}
                         << QByteArrayList{"--clients"};
    QTest::newRow("all") << words("--help")
                         << QByteArrayList{"--demo", "--allow-release", "lab explore"}
                         << QByteArrayList{"--clients", "--after"};
    QTest::newRow("all, in a language")
        << words("help --lang en") << QByteArrayList{"--demo"} << QByteArrayList{"--clients"};
    QTest::newRow("help lab, in a language")
        << words("help lab --lang en") << QByteArrayList{"lab explore ID"}
        << QByteArrayList{"--demo"};
    QTest::newRow("help lab replay")
        << words("help lab replay") << QByteArrayList{"--time"} << QByteArrayList{"--uri"};
    QTest::newRow("no command") << words("lab --help")
                                << QByteArrayList{"lab explore ID", "lab run --help"}
                                << QByteArrayList{"--clients", "--follow"};
}

void tst_labcommand::theHelpOfACommandNamesItsOptionsOnly()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArrayList, has);
    QFETCH(QByteArrayList, hasNot);
    const auto outcome = lockstepRun(arguments);
    QCOMPARE(outcome.status, 0);
    for (const QByteArray &each : has)
        QVERIFY2(outcome.out.contains(each), each.constData());
    for (const QByteArray &each : hasNot)
        QVERIFY2(!outcome.out.contains(each), each.constData());
}

void tst_labcommand::whoWaitsForEverIsToldBesideHeld()
{
    const OwnFile file("    await_gone('own') redis.call('GET', 'own')",
        "  setup = function(p) redis.call('SET', 'own', 1) end,\n"
        "  always = { value_at_most('own', 5) },\n");
    const QStringList line{u"lab"_qs, u"run"_qs, file.path(), u"--lang"_qs, u"en"_qs};
    const auto said = lockstepRun(line);
    QVERIFY2(said.status == 0, said.err.constData());
    QVERIFY2(said.out.startsWith("Held, but 2 client"), said.out.constData());
    QVERIFY2(said.out.contains("wait for ever"), said.out.constData());
    const auto run = objectIn(lockstepRun(line + QStringList{u"--json"_qs}));
    QCOMPARE(run[u"waiting"].toInt(), 2);
    QCOMPARE(run[u"unfinished"].toInt(), 2);
    QCOMPARE(checkIn(run, u"value_at_most"_qs)[u"verdict"], QJsonValue(u"holds"_qs));
}

void tst_labcommand::aNameThatNobodyMarkedIsTold()
{
    const OwnFile file("    redis.call('INCR', 'own') count('sold')",
        "  always = { count_at_most('slod', 1) },\n");
    const QStringList line{file.path(), u"--lang"_qs, u"en"_qs};
    for (const QString &verb : {u"run"_qs, u"explore"_qs}) {
        const auto said = lockstepRun(QStringList{u"lab"_qs, verb} + line);
        QVERIFY2(said.status == 0, said.err.constData());
        QVERIFY2(said.out.left(said.out.indexOf('\n')).contains(", but nobody counted “slod”"),
            said.out.constData());
        QVERIFY2(said.out.contains("nobody counted “slod”, only sold"), said.out.constData());
        const auto json = objectIn(lockstepRun(QStringList{u"lab"_qs, verb, u"--json"_qs} + line));
        const auto check = checkIn(json, u"count_at_most"_qs);
        QCOMPARE(check[u"verdict"], QJsonValue(u"holds"_qs));
        QCOMPARE(check[u"neverMarked"].toArray(), QJsonArray{u"slod"_qs});
    }
    const auto run = objectIn(lockstepRun(QStringList{u"lab"_qs, u"run"_qs, u"--json"_qs} + line));
    QCOMPARE(run[u"marked"][u"counted"].toArray(), QJsonArray{u"sold"_qs});
}

void tst_labcommand::whatHasNoCheckIsNotCalledHeld()
{
    const OwnFile file("    redis.call('INCR', 'own')");
    for (const QString &verb : {u"run"_qs, u"explore"_qs}) {
        const QStringList line{u"lab"_qs, verb, file.path(), u"--lang"_qs, u"en"_qs};
        const auto said = lockstepRun(line);
        QCOMPARE(said.status, 0);
        QVERIFY2(said.out.startsWith("Nothing was checked: the scenario has no checks"), said.out);
        const auto json = objectIn(lockstepRun(line + QStringList{u"--json"_qs}));
        QCOMPARE(json[u"hasChecks"], QJsonValue(false));
    }
    QCOMPARE(objectIn(lockstepRun(words("lab run counter-incr --json")))[u"hasChecks"],
        QJsonValue(true));
}

void tst_labcommand::aViolationBeforeTheFirstStepIsSaid()
{
    const OwnFile file("    redis.call('GET', 'own')",
        "  setup = function(p) redis.call('SET', 'own', 6) end,\n"
        "  always = { value_at_most('own', 5) },\n");
    const auto said = lockstepRun({u"lab"_qs, u"explore"_qs, file.path(), u"--lang"_qs, u"en"_qs});
    QCOMPARE(said.status, 3);
    QVERIFY2(said.out.contains("own is never above 5: violated in 2 of 2; before the first step\n"),
        said.out);
}

void tst_labcommand::aShortTtlIsToldInMilliseconds()
{
    const OwnFile file("    redis.call('SET', 'own', 1, 'PX', 50)\n"
                       "    redis.call('PEXPIRE', 'own', 1500)",
        {});
    const auto said =
        lockstepRun({u"lab"_qs, u"replay"_qs, file.path(), u"A1 A2"_qs, u"--lang"_qs, u"en"_qs});
    QVERIFY2(said.out.contains("own – → 1 (50 ms)\n"), said.out);
    QVERIFY2(said.out.contains("TTL of own 50 ms → 1.5 s\n"), said.out);
}

void tst_labcommand::whatMustHoldInTheEndSaysSo()
{
    const OwnFile file("    redis.call('SET', 'own', 6)",
        "  finally = { value_at_least('own', 7), value_at_most('own', 5), ttl_present('own') },\n");
    const auto said = lockstepRun({u"lab"_qs, u"explore"_qs, file.path(), u"--lang"_qs, u"en"_qs});
    QCOMPARE(said.status, 3);
    for (const char *const words : {"own is not below 7 in the end: violated",
             "own is not above 5 in the end: violated", "own has a TTL in the end: violated"})
        QVERIFY2(said.out.contains(words), said.out);
}

void tst_labcommand::whatWasAssumedBelongsToTheVerdict()
{
    const auto told = [](const char *more) {
        return lockstepRun(words("lab explore lock-redisson") << words(more)).out;
    };
    const auto english = told("--lang en");
    QVERIFY2(english.contains("; assumed: work is shorter than the lease; "), english);
    const auto chinese = told("--lang zh_CN");
    QVERIFY2(chinese.contains("；假设："), chinese);
    QVERIFY2(!chinese.contains(", ") && !chinese.contains("; "), chinese);
    QVERIFY(!told("--lang en --no-assumptions").contains("assumed"));
    const auto failover = lockstepRun(words("lab explore lock-failover --lang en")).out;
    QVERIFY2(failover.contains("≤ 1 failover (losing the last write at most)"), failover);
}

void tst_labcommand::aMistakeIsInTheJsonOfBoth()
{
    const OwnFile file(
        "    redis.call('INCR', 'own') nothing()", "  always = { value_at_most('own', 5) },\n");
    for (const QString &verb : {u"run"_qs, u"explore"_qs}) {
        const auto outcome = lockstepRun({u"lab"_qs, verb, file.path(), u"--json"_qs});
        QCOMPARE(outcome.status, 1);
        const auto json = objectIn(outcome);
        QVERIFY2(json[u"mistake"].toString().contains(u"own.lua:7: there is no function “nothing”"),
            outcome.out + outcome.err);
        QCOMPARE(checkIn(json, u"value_at_most"_qs)[u"verdict"], QJsonValue(u"undecided"_qs));
        QVERIFY2(outcome.err.contains("own.lua:7"), outcome.err);
        if (verb == u"explore")
            QCOMPARE(json[u"mistakeTrace"].toArray(), QJsonArray{u"A1"_qs});
        const QStringList chinese{u"--lang"_qs, u"zh_CN"_qs};
        const auto inChina =
            lockstepRun(QStringList{u"lab"_qs, verb, file.path(), u"--json"_qs} + chinese);
        QCOMPARE(objectIn(inChina)[u"mistake"], json[u"mistake"]);
        const auto said = lockstepRun(QStringList{u"lab"_qs, verb, file.path()} + chinese);
        QVERIFY2(said.err.contains("own.lua:7: 没有函数“nothing”"), said.err);
    }
    const auto right = objectIn(lockstepRun(words("lab explore counter-incr --json")));
    QVERIFY(right[u"mistake"].isNull() && right[u"mistakeTrace"].isNull());
}

void tst_labcommand::aScriptWithoutEndIsNamed()
{
    const OwnFile file("    redis.call('EVAL', 'while true do end', 1, 'own')",
        "  always = { value_at_most('own', 5) },\n");
    for (const QString &verb : {u"run"_qs, u"explore"_qs}) {
        const auto outcome = lockstepRun({u"lab"_qs, verb, file.path(), u"--lang"_qs, u"en"_qs});
        QCOMPARE(outcome.status, 1);
        QVERIFY2(outcome.err.contains("own.lua:7: the script did not end within ten seconds"),
            outcome.err);
    }
}

void tst_labcommand::aFaultAtALineWithoutACommandIsSaid()
{
    const OwnFile file(
        "    redis.call('INCR', 'own')", "  always = { value_at_most('own', 5) },\n");
    const auto told = [&](const QStringList &more) {
        return lockstepRun(
            QStringList{u"lab"_qs, u"run"_qs, file.path(), u"--lang"_qs, u"en"_qs} + more)
            .err;
    };
    const auto nothing = told({u"--crash"_qs, u"line:1"_qs, u"--pause"_qs, u"line:2:5"_qs});
    QVERIFY2(
        nothing.contains("--crash line:1 has done nothing: no client came to a command"), nothing);
    QVERIFY2(nothing.contains("--pause line:2 has done nothing"), nothing);
    QVERIFY(!told({u"--crash"_qs, u"line:7"_qs}).contains("has done nothing"));
}

// Before a server is started, let alone anything played.
void tst_labcommand::noPictureIsPlayedForThatCannotBeWritten()
{
    auto environment = withoutDisplay();
    environment.insert(u"LOCKSTEP_REDIS_SERVER"_qs, u"/no/such/server"_qs);
    for (const QString &page : {u"lab:counter-incr"_qs, u"watch"_qs}) {
        const auto outcome = lockstepRun(
            {u"shot"_qs, page, u"-o"_qs, u"/no/such/folder/x.png"_qs, u"--lang"_qs, u"en"_qs},
            environment);
        QCOMPARE(outcome.status, 1);
        QVERIFY2(outcome.err.contains("/no/such/folder/x.png: "), outcome.err);
    }
}

void tst_labcommand::withoutATerminalALineIsPrintedNowAndThen()
{
    const OwnFile file("    redis.call('INCR', 'own') sleep(100) redis.call('INCR', 'own')");
    QProcess process;
    process.setProcessEnvironment(withoutDisplay());
    process.start(programPath(),
        {u"lab"_qs, u"run"_qs, file.path(), u"--repeats"_qs, u"100000"_qs, u"--lang"_qs, u"en"_qs});
    QByteArray said;
    QTRY_VERIFY_WITH_TIMEOUT((said += process.readAllStandardError()).count('\n') >= 2, 60'000);
    for (const QByteArray &line : said.trimmed().split('\n')) {
        QVERIFY2(line.startsWith("lockstep: round 1: "), line.constData());
        QVERIFY2(!line.contains('\r') && line.contains("operations"), line.constData());
    }
    process.terminate();
    QVERIFY(process.waitForFinished(30'000));
    QCOMPARE(process.exitCode(), 1);
}

void tst_labcommand::whatIsNotExploredIsSaid()
{
    const QByteArray client = "    redis.call('SET', 'own', 1, 'PX', 20)";
    const OwnFile listening(client, "  expired_events = true,\n");
    const OwnFile deaf(client);
    const auto words = lockstepRun({u"lab"_qs, u"explore"_qs, listening.path()});
    QVERIFY2(words.out.contains("not explored: expiry messages later than the deadline"),
        words.out.constData());
    const auto notExplored = [](const OwnFile &file) {
        return objectIn(
            lockstepRun({u"lab"_qs, u"explore"_qs, file.path(), u"--json"_qs}))[u"notExplored"]
            .toArray();
    };
    QCOMPARE(notExplored(listening), QJsonArray{u"late_expired_events"_qs});
    QCOMPARE(notExplored(deaf), QJsonArray());
    const OwnFile comparing(client + " redis.call('PEXPIRE', 'own', 30, 'GT')");
    QCOMPARE(notExplored(comparing), QJsonArray{u"times_between_deadlines"_qs});
    const auto compared = lockstepRun({u"lab"_qs, u"explore"_qs, comparing.path()});
    QVERIFY2(compared.out.contains(
                 "not explored: clock and TTL readings, and what is admitted, between deadlines"),
        compared.out.constData());
}

void tst_labcommand::exploringFindsTheShortestWay()
{
    const auto outcome = lockstepRun(words("lab explore stock-read-then-write --json"));
    QVERIFY2(outcome.status == 3, outcome.err.constData());
    const auto found = objectIn(outcome);
    QCOMPARE(found[u"verdict"], QJsonValue(u"violated"_qs));
    QCOMPARE(found[u"interleavings"], QJsonValue(u"6"_qs));
    QCOMPARE(found[u"violating"], QJsonValue(u"4"_qs));
    const auto smallest = found[u"counterexample"].toObject();
    QCOMPARE(smallest[u"environment"].toInt(), 0);
    QCOMPARE(smallest[u"preemptions"].toInt(), 1);
    QCOMPARE(smallest[u"steps"].toInt(), 4);
    QCOMPARE(smallest[u"trace"].toArray().size(), 4);

    const auto three =
        lockstepRun(words("lab explore stock-read-then-write --clients 3 --lang en"));
    QCOMPARE(three.status, 3);
    QVERIFY2(three.out.contains("60 of 66"), three.out.constData());
}

void tst_labcommand::whatHoldsHoldsInAllInterleavings()
{
    const auto outcome = lockstepRun(words("lab explore stock-script --clients 3 --lang en"));
    QVERIFY2(outcome.status == 0, outcome.err.constData());
    QVERIFY2(outcome.out.contains("Holds in all 6 interleavings"), outcome.out.constData());
    const auto bounded =
        objectIn(lockstepRun(words("lab explore lock-lease-expires --time 0 --json")));
    QCOMPARE(bounded[u"bounds"][u"time"].toInt(), 0);
    QVERIFY(bounded[u"verdict"] != QJsonValue(u"violated"_qs));
}

void tst_labcommand::theBoundsOfAnExplorationCanBeSet()
{
    const auto json = [](const char *line) { return objectIn(lockstepRun(words(line))); };
    const auto none = json("lab explore lock-setnx --time 0 --crashes 0 --pauses 0 --json");
    QCOMPARE(none[u"bounds"][u"time"].toInt(), 0);
    QCOMPARE(none[u"bounds"][u"crashes"].toInt(), 0);
    QCOMPARE(none[u"bounds"][u"pauses"].toInt(), 0);
    QCOMPARE(none[u"verdict"], QJsonValue(u"holds"_qs));
    const auto crash = json("lab explore lock-setnx --crashes 1 --json");
    QCOMPARE(crash[u"bounds"][u"crashes"].toInt(), 1);
    QCOMPARE(crash[u"verdict"], QJsonValue(u"violated"_qs));
    QCOMPARE(json("lab explore counter-incr --pauses 1 --json")[u"bounds"][u"pauses"].toInt(), 1);

    const auto said = lockstepRun(
        words("lab explore stock-read-then-write --time 0 --crashes 0 --pauses 0 --lang en"));
    QCOMPARE(said.status, 3);
    const QByteArrayList lines = said.out.split('\n');
    QCOMPARE(lines.at(0), QByteArray("Violated in 4 of 6 interleavings"));
    QVERIFY2(lines.at(1).startsWith("2 clients, no time step, no crash, no pause; "),
        said.out.constData());
    QVERIFY2(lines.at(2).contains("violated in 4 of 6; shortest way: A1 B1 B2 A2"),
        said.out.constData());
}

void tst_labcommand::whatABoundLeavesOpenIsUndecided()
{
    const auto outcome = lockstepRun(words("lab explore lock-set-nx-px --time 0 --lang en"));
    QCOMPARE(outcome.status, 1);
    static const QRegularExpression sentence(
        u"^Undecided in \\d+ of \\d+ interleavings: more time steps would decide"_qs);
    QVERIFY2(sentence.match(QString::fromUtf8(outcome.out)).hasMatch(), outcome.out.constData());
    QCOMPARE(outcome.err, QByteArray());
    const auto decided = lockstepRun(words("lab explore lock-set-nx-px --time 1 --lang en"));
    QCOMPARE(decided.status, 0);
}

void tst_labcommand::whatAnAssumptionLeavesOpenIsUndecided()
{
    QTemporaryDir folder;
    QFile file(folder.filePath(u"own.lua"_qs));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"(return { id = "own", family = "lock", title = { en = "t" }, lesson = { en = "l" },
        keys = { "lock" }, params = { clients = 1 },
        client = function()
          redis.call("SET", "lock", 1, "PX", 9) enter("lock") sleep(20) leave("lock") end,
        bounds = { time = 2 }, assume = { "work_shorter_than_lease" },
        always = { holders_at_most("lock", 1) } })");
    file.close();
    const QByteArray path = file.fileName().toUtf8();
    const auto outcome = lockstepRun(words(("lab explore --lang en " + path).constData()));
    QCOMPARE(outcome.status, 1);
    QVERIFY2(outcome.out.startsWith("Undecided in 1 of 1 interleavings: somebody waits for a time "
                                    "that an assumption forbids\n"),
        outcome.out.constData());
    const auto json = lockstepRun(words(("lab explore --json " + path).constData()));
    QCOMPARE(objectIn(json)[u"undecidedByAssumption"], QJsonValue(true));
    const auto replayed =
        lockstepRun(words(("lab replay --lang en " + path).constData()) << u"A1 A1'"_qs);
    QVERIFY2(replayed.out.contains("Undecided: nobody can go on before time has passed, and an "
                                   "assumption forbids that."),
        replayed.out + replayed.err);
}

// By an option, and by what the system leaves it: then there is no std::bad_alloc either.
void tst_labcommand::theMemoryOfAnExplorationIsBounded()
{
    const QByteArray line = "lab explore wakeup-ttl --set waiters=4 --time 9 --lang en";
    const auto told = lockstepRun(words((line + " --memory 20").constData()));
    QCOMPARE(told.status, 1);
    QVERIFY2(told.out.startsWith("Undecided: the memory for it, 20\u00A0MB, was used up\n"),
        told.out.constData());

    const auto trace =
        lockstepRun(words("shot lab:counter-incr:A1 -o x.svg --memory 20 --lang en"));
    QCOMPARE(trace.status, 2);
    QVERIFY2(trace.err.contains("--memory is for exploring"), trace.err.constData());

    if (isSanitized())
        return;
    QProcess process;
    process.start(u"bash"_qs,
        {u"-c"_qs, u"ulimit -v 700000; exec \"$0\" "_qs + QString::fromUtf8(line), programPath()});
    QVERIFY(process.waitForFinished(120'000));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 1);
    const QByteArray out = process.readAllStandardOutput();
    QVERIFY2(out.startsWith("Undecided: the memory for it, ") && out.contains(" was used up\n"),
        out.constData());
}

// How much the program takes depends on the machine, so limits are tried with which it explores,
// down to the least with which it can be loaded at all.
void tst_labcommand::whatRunsOutOfMemoryAtOnceSaysSo()
{
    if (isSanitized())
        QSKIP("a sanitizer reserves more than any of these limits");
    std::vector<int> limits{320'000, 220'000, 170'000, 148'000};
    for (int kibibytes = 136'000; kibibytes >= 90'000; kibibytes -= 2'000)
        limits.push_back(kibibytes);
    int ended = 0;
    for (const int kibibytes : limits) {
        QProcess process;
        process.start(u"bash"_qs,
            {u"-c"_qs,
                u"ulimit -c 0; ulimit -v %1; exec \"$0\" lab explore wakeup-ttl --set waiters=4 "
                "--time 9 --lang en"_qs.arg(kibibytes),
                programPath()});
        QVERIFY(process.waitForFinished(240'000));
        const QByteArray said = process.readAllStandardError();
        if (process.exitCode() == 127) // the system could not load its libraries
            continue;
        const QByteArray out = process.readAllStandardOutput();
        const QByteArray where = QByteArray::number(kibibytes) + " KiB: " + out + said;
        QVERIFY2(process.exitStatus() == QProcess::NormalExit, where);
        QVERIFY2(process.exitCode() == 1, where);
        QVERIFY2(!said.contains("set a lower one"), where); // none was set
        QVERIFY2(said.contains("the memory ran out") || said.contains("a limit of memory")
                || out.startsWith("Undecided: the memory for it, "),
            where);
        ended += said.contains("the memory ran out");
    }
    QVERIFY(ended > 0);
}

void tst_labcommand::anInterruptedExplorationIsUndecided()
{
    const OwnFile file("    for i = 1, 40 do redis.call('INCR', 'own') end");
    const auto interrupted = [&](const QString &option) {
        QProcess process;
        process.setProcessEnvironment(withoutDisplay());
        process.start(programPath(),
            {u"lab"_qs, u"explore"_qs, file.path(), u"--clients"_qs, u"5"_qs, option});
        const bool begun =
            QTest::qWaitFor([&] { return hasChildren(process.processId()); }, 30'000);
        process.terminate();
        if (!begun || !process.waitForFinished(60'000)
            || process.exitStatus() != QProcess::NormalExit)
            return Outcome();
        return Outcome{
            process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
    };
    const auto json = interrupted(u"--json"_qs);
    QCOMPARE(json.status, 1);
    const auto found = QJsonDocument::fromJson(json.out).object();
    QCOMPARE(found[u"cancelled"], QJsonValue(true));
    QCOMPARE(found[u"verdict"], QJsonValue(u"undecided"_qs));
    const auto said = interrupted(u"--lang=en"_qs);
    QCOMPARE(said.status, 1);
    QVERIFY2(
        said.out.startsWith("Undecided: stopped before all was executed\n"), said.out.constData());
}

void tst_labcommand::aSignalEndsAnExplorationThatMeetsAScriptWithoutEnd_data()
{
    QTest::addColumn<bool>("isInSetup");
    QTest::addColumn<QByteArray>("said");
    QTest::addRow("in a client") << false << QByteArray("Undecided: ");
    QTest::addRow("in setup") << true << QByteArray("stopped while a server had not answered");
}

void tst_labcommand::aSignalEndsAnExplorationThatMeetsAScriptWithoutEnd()
{
    QFETCH(bool, isInSetup);
    QFETCH(QByteArray, said);
    const QByteArray script = "redis.call('EVAL', 'while true do end', 1, 'own')";
    const OwnFile file(isInSetup ? "    redis.call('INCR', 'own')" : "    " + script,
        "  always = { value_at_most('own', 5) },\n"
            + (isInSetup ? "  setup = function(p) " + script + " end,\n" : QByteArray()));
    QProcess process;
    process.setProcessEnvironment(withoutDisplay());
    process.start(programPath(), {u"lab"_qs, u"explore"_qs, file.path(), u"--lang"_qs, u"en"_qs});
    const auto isBusy = [&] { // the script takes all the time of a processor
        const QList<qint64> servers = childrenOf(process.processId());
        return !servers.isEmpty() && processorTimeOf(servers[0]) >= 20;
    };
    QTRY_VERIFY_WITH_TIMEOUT(isBusy(), 9000); // it gives up by itself after ten seconds
    QElapsedTimer timer;
    timer.start();
    process.terminate();
    QVERIFY(process.waitForFinished(20'000));
    QVERIFY2(timer.elapsed() < 4000, QByteArray::number(timer.elapsed()));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 1);
    const QByteArray all = process.readAllStandardOutput() + process.readAllStandardError();
    QVERIFY2(all.contains(said), all);
}

void tst_labcommand::anEarlyEndIsExplained()
{
    const OwnFile file("    while true do redis.call('INCR', 'own') end");
    const auto endless = lockstepRun(
        {u"lab"_qs, u"explore"_qs, file.path(), u"--clients"_qs, u"1"_qs, u"--lang"_qs, u"en"_qs});
    QCOMPARE(endless.status, 1);
    QVERIFY2(endless.out.startsWith("Undecided: an interleaving goes on without end\n"),
        endless.out + endless.err);
}

void tst_labcommand::aWrongServerProgramIsNamed_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("not there") << u"/nowhere/redis-server"_qs
                               << QByteArray("LOCKSTEP_REDIS_SERVER names /nowhere/redis-server");
    const QString nothing = QStandardPaths::findExecutable(u"false"_qs);
    QTest::newRow("ends at once") << nothing
                                  << nothing.toUtf8()
            + ", which LOCKSTEP_REDIS_SERVER names, ended with status 1";
}

void tst_labcommand::aWrongServerProgramIsNamed()
{
    QFETCH(QString, program);
    QFETCH(QByteArray, says);
    auto environment = withoutDisplay();
    environment.insert(u"LOCKSTEP_REDIS_SERVER"_qs, program);
    for (const char *line : {"lab run stock-read-then-write --lang en",
             "lab explore stock-read-then-write --lang en", "watch --once --json --lang en"}) {
        const auto outcome = lockstepRun(words(line), environment);
        QCOMPARE(outcome.status, 1);
        QVERIFY2(outcome.err.contains(says), outcome.err.constData());
        QVERIFY2(!outcome.err.contains("Neither"), outcome.err.constData());
    }
}

void tst_labcommand::serversAndRequestsAreLostInBounds()
{
    const auto restarted =
        lockstepRun(words("lab explore redlock --time 0 --restarts 1 --lang en"));
    QCOMPARE(restarted.status, 3);
    QVERIFY2(restarted.out.contains("N("), restarted.out.constData());
    QVERIFY2(restarted.out.contains(", ≤ 1 restart; "), restarted.out.constData());
    const auto lost =
        objectIn(lockstepRun(words("lab explore redlock --time 0 --lost-requests 1 --json")));
    QCOMPARE(lost[u"verdict"], QJsonValue(u"holds"_qs));
    QCOMPARE(lost[u"bounds"][u"lostRequests"].toInt(), 1);
    const auto one = lockstepRun(words("lab explore stock-script --lost-requests 1 --lang en"));
    QCOMPARE(one.status, 2);
    QVERIFY2(one.err.contains("one of several servers"), one.err.constData());
    const auto alone = lockstepRun(words("lab explore stock-script --failovers 3 --lang en"));
    QCOMPARE(alone.status, 2);
    QVERIFY2(alone.err.contains("a failover needs a replica"), alone.err.constData());
    QCOMPARE(alone.out, QByteArray());
    const auto with =
        objectIn(lockstepRun(words("lab explore lock-failover --failovers 1 --json")));
    QCOMPARE(with[u"verdict"], QJsonValue(u"violated"_qs));
    const auto free =
        lockstepRun(words("lab explore lock-check-then-delete --no-assumptions --json"));
    QVERIFY(objectIn(free)[u"assumptions"].toArray().isEmpty());
}

void tst_labcommand::nothingIsLeftOnAServerThatWasAllowed()
{
    TestServer server;
    server.run({"SET", "theirs", "1"});
    const auto outcome =
        lockstepRun({u"lab"_qs, u"run"_qs, u"stock-read-then-write"_qs, u"--clients"_qs, u"5"_qs,
            u"--rounds"_qs, u"3"_qs, u"--uri"_qs, uri(server), u"--yes"_qs, u"--json"_qs});
    QVERIFY2(outcome.status == 0, outcome.err.constData());
    const auto run = objectIn(outcome);
    QCOMPARE(run[u"rounds"].toInt(), 3);
    QCOMPARE(run[u"exactOrder"], QJsonValue(false)); // no MONITOR on somebody's server
    QVERIFY(!server.run({"INFO", "commandstats"}).text.contains("cmdstat_monitor"));
    QVERIFY(server.run({"INFO", "commandstats"}).text.contains("cmdstat_get"));
    QCOMPARE(server.run({"DBSIZE"}).integer, qint64(1));
}

void tst_labcommand::whatIsThereIsPrintedWhenTheServerIsLost_data()
{
    QTest::addColumn<QByteArray>("check");
    QTest::addColumn<QString>("verdict");
    QTest::addColumn<int>("status");
    QTest::addRow("violated") << QByteArray("count_at_most('calls', 1)") << u"violated"_qs << 3;
    QTest::addRow("held until then") << QByteArray("count_at_most('calls', 2)") << u"holds"_qs << 1;
}

void tst_labcommand::whatIsThereIsPrintedWhenTheServerIsLost()
{
    QFETCH(QByteArray, check);
    QFETCH(QString, verdict);
    QFETCH(int, status);
    const OwnFile file("    redis.call('INCR', 'own') count('calls')",
        "  setup = function() redis.call('APPEND', 'own', '1') end,\n"
        "  always = { "
            + check + " },\n");
    for (const bool json : {true, false}) {
        TestServer server;
        QProcess process;
        process.setProcessEnvironment(withoutDisplay());
        process.start(programPath(),
            QStringList{u"lab"_qs, u"run"_qs, file.path(), u"--for"_qs, u"600"_qs, u"--uri"_qs,
                uri(server), u"--yes"_qs, u"--lang"_qs, u"en"_qs}
                + (json ? QStringList{u"--json"_qs} : QStringList()));
        // The setup of the third round begins when two have been judged.
        static const QRegularExpression threeRounds(u"cmdstat_append:calls=([3-9]|\\d\\d)"_qs);
        QTRY_VERIFY_WITH_TIMEOUT(
            QString::fromUtf8(server.run({"INFO", "commandstats"}).text).contains(threeRounds),
            60'000);
        server.kill9();
        QVERIFY(process.waitForFinished(60'000));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        const QByteArray said = process.readAllStandardError();
        QVERIFY2(said.contains(server.socketPath().toUtf8()), said.constData());
        QCOMPARE(process.exitCode(), status);
        const QByteArray printed = process.readAllStandardOutput();
        if (json) {
            const auto run = QJsonDocument::fromJson(printed).object();
            QCOMPARE(run[u"serverLost"], QJsonValue(true));
            QVERIFY(run[u"rounds"].toInt() >= 2);
            QCOMPARE(checkIn(run, u"count_at_most"_qs)[u"verdict"], QJsonValue(verdict));
        } else {
            QVERIFY2(printed.contains("the server was lost"), printed.constData());
            QVERIFY2(printed.contains(status == 3 ? "expected at most 1" : "Held in all"),
                printed.constData());
        }
    }
}

void tst_labcommand::theRightsOfTheLabArePrintedAndAreEnough()
{
    const auto printed = lockstepRun(words("acl --lab --user player"));
    QVERIFY2(printed.status == 0, printed.err.constData());
    TestServer server;
    QByteArray line = printed.out.trimmed();
    line.replace("<password>", "secret");
    QCOMPARE(server.run(Command(line.split(' '))).text, QByteArray("OK"));
    const auto outcome = lockstepRun({u"lab"_qs, u"run"_qs, u"lock-watchdog"_qs, u"--uri"_qs,
        u"unix://player:secret@"_qs + server.socketPath(), u"--yes"_qs, u"--lang"_qs, u"en"_qs});
    // 3: on a busy machine a watchdog may come too late. A right that is missing is 1.
    QVERIFY2(outcome.status == 0 || outcome.status == 3, outcome.err.constData());
    QVERIFY2(outcome.out.contains("no MONITOR on a server of others"), outcome.out.constData());
    QVERIFY2(outcome.out.contains("not exact because MONITOR"), outcome.out.constData());
    QCOMPARE(server.run({"DBSIZE"}).integer, qint64(0));
}

void tst_labcommand::aServersRefusalNamesTheRight()
{
    TestServer server;
    server.run({"ACL", "SETUSER", "player", "on", ">secret", "~*", "&*", "+@all", "-incr"});
    const auto outcome = lockstepRun({u"lab"_qs, u"run"_qs, u"counter-incr"_qs, u"--uri"_qs,
        u"unix://player:secret@"_qs + server.socketPath(), u"--yes"_qs, u"--lang"_qs, u"en"_qs});
    QCOMPARE(outcome.status, 1);
    for (const char *told : {"lacks a permission", "INCR counter needs +incr", "acl --lab"})
        QVERIFY2(outcome.err.contains(told), outcome.err.constData());
    QVERIFY2(
        !outcome.err.contains("mistake") && !outcome.err.contains(".lua"), outcome.err.constData());
    QCOMPARE(server.run({"DBSIZE"}).integer, qint64(0));
}

void tst_labcommand::nothingIsPlayedWithoutAYesOrInProduction()
{
    TestServer server;
    const QStringList line{u"lab"_qs, u"run"_qs, u"counter-incr"_qs, u"--uri"_qs, uri(server)};
    const auto unasked = lockstepRun(line);
    QCOMPARE(unasked.status, 2);
    QVERIFY(unasked.err.contains("--yes"));

    QTemporaryDir settings;
    auto environment = withoutDisplay();
    environment.insert(u"XDG_CONFIG_HOME"_qs, settings.path());
    QSettings file(settings.filePath(u"lockstep/lockstep.conf"_qs), settingsFormat());
    file.setValue(u"productionServers"_qs, QStringList{server.socketPath()});
    file.sync();
    const auto refused = lockstepRun(line + QStringList{u"--yes"_qs}, environment);
    QCOMPARE(refused.status, 1);
    QVERIFY(refused.err.contains("production"));
    QVERIFY(!server.run({"INFO", "commandstats"}).text.contains("cmdstat_incr"));
}

void tst_labcommand::aPictureShowsWhatWasPlayed_data()
{
    QTest::addColumn<QString>("theme");
    QTest::addColumn<QString>("language");
    QTest::newRow("light") << u"light"_qs << u"en"_qs;
    QTest::newRow("dark, Chinese") << u"dark"_qs << u"zh_CN"_qs;
}

void tst_labcommand::aPictureShowsWhatWasPlayed()
{
    QFETCH(QString, theme);
    QFETCH(QString, language);
    const QTemporaryDir folder;
    const auto draw = [&](const char *scenario, const char *name) {
        const auto file = folder.filePath(QString::fromLatin1(name));
        auto environment = withoutDisplay();
        environment.remove(u"XDG_RUNTIME_DIR"_qs); // Qt says so, and nobody has asked
        const auto outcome = lockstepRun(
            {u"shot"_qs, u"lab:"_qs + QString::fromLatin1(scenario), u"-o"_qs, file, u"--theme"_qs,
                theme, u"--lang"_qs, language, u"--scale"_qs, u"2"_qs, u"--seed"_qs, u"7"_qs},
            environment);
        if (outcome.status != 0)
            qWarning("%s", outcome.err.constData());
        else if (outcome.err.contains("XDG") || outcome.err.contains("Qt"))
            qFatal("%s", outcome.err.constData());
        return file;
    };
    const QImage picture(draw("stock-read-then-write", "broken.png"));
    QCOMPARE(picture.size(), QSize(1280, 720) * 2);
    QHash<QRgb, int> counts;
    for (int y = 0; y < picture.height(); ++y) {
        for (int x = 0; x < picture.width(); ++x)
            ++counts[picture.pixel(x, y)];
    }
    const bool dark = theme == u"dark";
    const QRgb panel = dark ? qRgb(0x1B, 0x20, 0x27) : qRgb(0xFF, 0xFF, 0xFF);
    const QRgb violation = dark ? qRgb(0xE7, 0x78, 0x87) : qRgb(0x8E, 0x2F, 0x72);
    QVERIFY(counts.value(panel) > picture.width() * picture.height() / 4);
    QVERIFY(counts.value(violation) > 200);

    QFile vector(draw("stock-script", "fixed.svg"));
    QVERIFY(vector.open(QIODevice::ReadOnly));
    const auto svg = vector.readAll();
    QVERIFY(svg.contains("<svg") && svg.contains("stock"));
    QVERIFY(svg.contains(">sold<")); // the timeline is shapes and texts
}

void tst_labcommand::severalScenariosAreToldOneAfterTheOther()
{
    for (const char *const verb : {"run", "explore"}) {
        const QStringList line = words("lab")
            << QString::fromLatin1(verb) << words("stock-script stock-read-then-write");
        const auto said = lockstepRun(line + words("--lang en"));
        QCOMPARE(said.status, 3);
        QVERIFY2(said.out.startsWith("stock-script\n"), said.out);
        QVERIFY2(said.out.contains("\n\nstock-read-then-write\n"), said.out);
        const auto json = lockstepRun(line + words("--json"));
        QCOMPARE(json.status, 3);
        const QByteArrayList lines = json.out.trimmed().split('\n');
        QCOMPARE(lines.size(), 2);
        const auto second = QJsonDocument::fromJson(lines.at(1)).object();
        QCOMPARE(second[u"scenario"].toString(), u"stock-read-then-write"_qs);
    }
}

void tst_labcommand::whatIsExpectedDecidesTheStatus_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<int>("status");
    const auto row = [](const char *line, int status) {
        QTest::newRow(line) << QString::fromLatin1(line) << status;
    };
    row("run stock-script --expect held", 0);
    row("run stock-script --expect violated", 3);
    row("run stock-read-then-write --clients 50 --expect violated", 0);
    row("explore stock-read-then-write stock-check-then-decr --expect violated", 0);
    row("explore stock-read-then-write stock-script --expect violated", 3);
    row("explore stock-script --expect held", 0);
    row("explore lock-redisson --time 0 --expect held", 1); // undecided
    row("replay stock-read-then-write A1 --expect held", 0);
    row("replay stock-read-then-write A1 B1 B2 A2 --expect violated", 0);
    row("replay stock-read-then-write A1 --expect violated", 3);
}

void tst_labcommand::whatIsExpectedDecidesTheStatus()
{
    QFETCH(QString, line);
    QFETCH(int, status);
    const auto said = lockstepRun(QStringList(u"lab"_qs) << line.split(u' ') << words("--lang en"));
    QVERIFY2(said.status == status, said.out + said.err);
    if (status != 0) { // of which one, where there are several
        const QStringList words = line.split(u' ');
        const auto end = std::find(words.begin(), words.end(), u"--expect"_qs);
        const bool isNamed = std::any_of(words.begin() + 1, end,
            [&](const QString &name) { return said.err.contains((name + u": "_qs).toUtf8()); });
        QVERIFY2(isNamed, said.err);
    }
    const OwnFile file("    redis.call('INCR', 'own')");
    const auto none =
        lockstepRun({u"lab"_qs, u"explore"_qs, file.path(), u"--expect"_qs, u"held"_qs});
    QCOMPARE(none.status, 1); // nothing is checked
}

void tst_labcommand::aNamedCheckIsToldByItsName()
{
    const OwnFile file("    local n = tonumber(redis.call('GET', 'own') or 0)\n"
                       "    redis.call('SET', 'own', n + 1)",
        "  finally = { check({ en = 'nothing is lost', zh_CN = '什么都没有丢' }, function(v)\n"
        "    if tonumber(v.get('own')) < 2 then return 'lost' end end) },\n");
    for (const QString &verb : {u"run"_qs, u"explore"_qs, u"replay"_qs}) {
        QStringList line{u"lab"_qs, verb, file.path()};
        if (verb == u"replay"_qs)
            line << u"A1 B1 A2 B2"_qs;
        if (verb == u"run"_qs)
            line << words("--rounds 5 --seed 3");
        const auto said = lockstepRun(line + words("--lang en"));
        QVERIFY2(said.out.contains("nothing is lost: "), said.out + said.err);
        QVERIFY2(!said.out.contains("at line"), said.out);
        QVERIFY(lockstepRun(line + words("--lang zh_CN")).out.contains("什么都没有丢"));
        const auto check = checkIn(objectIn(lockstepRun(line + words("--json"))), u"check("_qs);
        QCOMPARE(check[u"name"].toString(), u"nothing is lost"_qs);
        QCOMPARE(check[u"check"].toString(), u"check(\"nothing is lost\")"_qs);
    }
    const auto explored = objectIn(lockstepRun(words("lab explore stock-read-then-write --json")));
    QCOMPARE(checkIn(explored, u"count_at_most"_qs)[u"name"], QJsonValue());
}

void tst_labcommand::aFilesOwnScriptIsExecutedInEveryMode()
{
    const OwnFile file("    if redis.script('take', { 'own' }, { 5 }) == 1 then count('taken') end",
        "  scripts = { take = [[\n"
        "    local left = tonumber(redis.call('GET', KEYS[1]) or ARGV[1])\n"
        "    if left <= 0 then return 0 end\n"
        "    redis.call('SET', KEYS[1], left - 1)\n"
        "    return 1]] },\n"
        "  always = { count_at_most('taken', 5), value_at_least('own', 0) },\n");
    const auto run = objectIn(
        lockstepRun({u"lab"_qs, u"run"_qs, file.path(), u"--clients"_qs, u"8"_qs, u"--json"_qs}));
    QCOMPARE(run[u"counts"][u"taken"].toInt(), 5);
    QCOMPARE(checkIn(run, u"value_at_least"_qs)[u"verdict"].toString(), u"holds"_qs);
    const auto explored = lockstepRun({u"lab"_qs, u"explore"_qs, file.path(), u"--json"_qs});
    QVERIFY2(explored.status == 0, explored.err);
    const auto replayed = lockstepRun({u"lab"_qs, u"replay"_qs, file.path(), u"A1 B1"_qs});
    QVERIFY2(replayed.out.contains("own 4 → 3"), replayed.out + replayed.err);
}

// Else exploring would hold in states that do not hold all that there is.
void tst_labcommand::aFilesOwnScriptWritesNoKeyUnseen()
{
    const OwnFile file("    redis.script('take', { 'own' }, {})",
        "  scripts = { take = [[ return redis.call('INCR', ('neddih'):reverse()) ]] },\n");
    const auto said = lockstepRun({u"lab"_qs, u"explore"_qs, file.path(), u"--lang"_qs, u"en"_qs});
    QCOMPARE(said.status, 1);
    QVERIFY2(said.err.contains("has written the key hidden"), said.err);
}

// Keys with the same deadline have an order, in which one moves up when another goes.
void tst_labcommand::whatMovesUpInTheOrderOfDeadlinesIsNotRenewed()
{
    const OwnFile file(
        "    if me.index == 0 then redis.call('SET', 'own', 'A', 'PX', 1000)\n      "
        "redis.call('GET', 'own')\n"
        "    elseif me.index == 1 then\n"
        "      redis.call('SET', 'other', 'B', 'PX', 1000) redis.call('DEL', 'other')\n"
        "    else redis.call('PEXPIRE', 'own', 5000) end",
        "  keys = { 'own', 'other' }, always = { renewed_by_owner('own') },\n");
    const auto said = lockstepRun({u"lab"_qs, u"replay"_qs, file.path(), u"B1 A1 B2 C1"_qs,
        u"--clients"_qs, u"3"_qs, u"--lang"_qs, u"en"_qs});
    QVERIFY2(said.out.contains("C renewed A's own at step 4"), said.out + said.err);
    QVERIFY2(!said.out.contains("A → A"), said.out);
}

void tst_labcommand::aScriptThatTheServerRefusesIsNamed()
{
    const OwnFile file(
        "    redis.script('take', { 'own' }, {})", "  scripts = { take = [[return return]] },\n");
    for (const QString &verb : {u"run"_qs, u"explore"_qs}) {
        const auto said = lockstepRun({u"lab"_qs, verb, file.path(), u"--lang"_qs, u"en"_qs});
        QCOMPARE(said.status, 1);
        QVERIFY2(said.err.contains("own.lua:7") && said.err.contains("compiling"), said.err);
    }
    const OwnFile command(
        "    redis.script('GET', { 'own' }, {})", "  scripts = { GET = [[return 1]] },\n");
    const auto refused =
        lockstepRun({u"lab"_qs, u"run"_qs, command.path(), u"--lang"_qs, u"en"_qs});
    QVERIFY2(refused.err.contains("scripts.GET: a word in capitals is a command's"), refused.err);
    const OwnFile misspelt(
        "    redis.script('tak', { 'own' }, {})", "  scripts = { take = [[return 1]] },\n");
    const auto said = lockstepRun({u"lab"_qs, u"explore"_qs, misspelt.path()});
    QVERIFY2(said.err.contains("there is no script “tak”") && said.err.contains("take"), said.err);
}

void tst_labcommand::ownScriptsAreNotRunOnAServerOfTheUsers()
{
    TestServer server;
    const OwnFile file("    redis.script('take', { 'own' }, {})",
        "  scripts = { take = [[return redis.call('SET', 'outside', 1)]] },\n");
    const auto said = lockstepRun({u"lab"_qs, u"run"_qs, file.path(), u"--uri"_qs, uri(server),
        u"--yes"_qs, u"--lang"_qs, u"en"_qs});
    QCOMPARE(said.status, 1);
    QVERIFY2(said.err.contains("own has server scripts of its own"), said.err);
    QCOMPARE(server.run({"DBSIZE"}).integer, 0);
}

QTEST_GUILESS_MAIN(tst_labcommand)
#include "tst_labcommand.moc"

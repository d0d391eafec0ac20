#include "tests/e2e/commands/programrun.h"
#include "tests/support/filecontents.h"

#include <QDir>
#include <QFile>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace lockstep;
using namespace Qt::StringLiterals;

namespace {

Outcome replayed(const QString &id, const QString &trace, const QStringList &more = {})
{
    return lockstepRun(QStringList{u"lab"_s, u"replay"_s, id, trace, u"--lang"_s, u"en"_s} + more);
}

QJsonObject objectIn(const Outcome &outcome)
{
    return QJsonDocument::fromJson(outcome.out).object();
}

QStringList stepsIn(const QJsonObject &object, const QString &list)
{
    QStringList steps;
    for (const auto &each : object[list].toArray())
        steps << each.toObject()[u"step"].toString();
    return steps;
}

Outcome drawn(const QString &page, const QString &file, const QStringList &more = {})
{
    return lockstepRun(QStringList{u"shot"_s, page, u"-o"_s, file} + more);
}

} // namespace

class tst_replay : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void thePicturesOfTheReadmeAreWhatIsDrawn();
    void theCursorLeavesWordsAlone();
    void eachStepIsShownWithWhatItDid();
    void whatFollowsFromAStepIsSaid_data();
    void whatFollowsFromAStepIsSaid();
    void aLossThatWasMendedIsNoReason();
    void ofALockOnSeveralServersNoLossIsTheReason();
    void aSumThatIsNotCountedYetSaysSo();
    void theSameTraceTellsTheSame();
    void aViolationIsSaidWhereItHappens();
    void whatIsViolatedIsFoundAgainByItsTrace();
    void aMistakeOnAWayIsFoundAgainByItsTrace();
    void bytesThatCannotBeSeenAreEscapedOnce();
    void whereThereAreSeveralServersTheStepNamesIts();
    void withoutATraceItSaysWhatIsPossible();
    void aTraceMayUseMoreThanTheScenarioAllows();
    void aStepThatDoesNotFitEndsIt_data();
    void aStepThatDoesNotFitEndsIt();
    void aMisfitIsSaidInTheLanguageOfTheUser();
    void misuseIsExplained_data();
    void misuseIsExplained();
    void theSameTraceIsTheSamePicture_data();
    void theSameTraceIsTheSamePicture();
    void anotherTraceIsAnotherPicture();
    void noPictureOfATraceThatDoesNotFit();

private:
    // A scenario file of one's own, with these lines for a client; the fourth is the first of them.
    // field: of the scenario, in Lua.
    QString ownFile(const QByteArray &client, const QByteArray &field = "nodes = 1");

    QTemporaryDir m_folder;
};

QString tst_replay::ownFile(const QByteArray &client, const QByteArray &field)
{
    const QString path = m_folder.filePath(u"own.lua"_s);
    QFile file(path);
    if (file.open(QIODevice::WriteOnly))
        file.write("return { id = 'own', family = 'stock', title = { en = 'Own' },\n"
                   "  lesson = { en = 'x' }, params = { clients = { 2, 1, 9 } }, keys = { '*' }, "
            + field
            + ",\n"
              "  setup = function(p) redis.call('SET', 'own', 1) end, client = function()\n"
            + client + "\n  end, always = { count_at_most('none', 1) } }\n");
    return path;
}

// Another machine may set a text a little differently, so some points may differ; not the picture.
void tst_replay::thePicturesOfTheReadmeAreWhatIsDrawn()
{
    const QDir kept(QStringLiteral(LOCKSTEP_SCREENSHOTS));
    const QTemporaryDir folder;
    QProcess script;
    script.start(kept.filePath(u"draw"_s), {u"--fixed"_s, programPath(), folder.path()});
    QVERIFY(script.waitForFinished(120'000));
    QVERIFY2(script.exitCode() == 0, script.readAllStandardError().constData());
    const auto names = QDir(folder.path()).entryList(QDir::Files);
    QVERIFY(names.size() >= 2);
    for (const QString &name : names) {
        const auto drawn = QImage(folder.filePath(name)).convertToFormat(QImage::Format_Grayscale8);
        const auto shown = QImage(kept.filePath(name)).convertToFormat(QImage::Format_Grayscale8);
        QCOMPARE(drawn.size(), shown.size());
        qint64 differing = 0;
        for (int y = 0; y < drawn.height(); ++y) {
            for (int x = 0; x < drawn.width(); ++x)
                differing += std::abs(drawn.scanLine(y)[x] - shown.scanLine(y)[x]) > 32;
        }
        const double share = double(differing) / double(drawn.width() * drawn.height());
        QVERIFY2(share < 0.02,
            qPrintable(u"%1 is no longer what is drawn (%2 of it differs): run "
                       "resources/screenshots/draw"_s.arg(name)
                           .arg(share)));
    }
}

// The command of the third step begins before the cursor and ends behind it.
void tst_replay::theCursorLeavesWordsAlone()
{
    constexpr QRgb accent = qRgb(0x2F, 0x5B, 0xEA);
    constexpr int leftOfLanes = 700;
    constexpr int topOfLanes = 190; // below the flag of the cursor
    const QTemporaryDir folder;
    const QString path = folder.filePath(u"two-holders.png"_s);
    const auto made = drawn(u"lab:lock-lease-expires:A1 T B1"_s, path,
        {u"--lang"_s, u"en"_s, u"--theme"_s, u"light"_s});
    QVERIFY2(made.status == 0, made.err);
    const QImage picture(path);
    int longest = 0;
    int widestGap = 0; // in the column with the longest line
    for (int x = leftOfLanes; x < picture.width(); ++x) {
        int length = 0;
        int gap = 0;
        for (int y = topOfLanes, last = picture.height(); y < picture.height(); ++y) {
            if (picture.pixel(x, y) != accent)
                continue;
            ++length;
            gap = std::max(gap, y - last);
            last = y;
        }
        if (length > longest) {
            longest = length;
            widestGap = gap;
        }
    }
    QVERIFY2(longest > 150, QByteArray::number(longest));
    QVERIFY2(widestGap > 8, QByteArray::number(widestGap)); // the height of small letters
}

void tst_replay::eachStepIsShownWithWhatItDid()
{
    const auto outcome = replayed(u"lock-lease-expires"_s, u"A1 A2"_s);
    QCOMPARE(outcome.status, 0);
    QCOMPARE(outcome.err, "");
    const QByteArrayList lines = outcome.out.split('\n');
    QCOMPARE(lines[0], "1  A1  SET lock A-1 NX PX 30000 → OK");
    QVERIFY2(lines[1].startsWith("       lock – → A-1 (30"), lines[1]);
    QVERIFY2(outcome.out.contains("A enters lock"), outcome.out);
    QVERIFY2(outcome.out.contains("\n2  A2  GET stock → 1\n"), outcome.out);
    QVERIFY2(outcome.out.contains("Possible now:\n  A3  "), outcome.out);
    QVERIFY2(outcome.out.contains("\n  T   let time pass"), outcome.out);
    QVERIFY2(outcome.out.contains("\n  B0  starts only now"), outcome.out);
    const auto late = replayed(u"lock-lease-expires"_s, u"A1 B0"_s);
    QVERIFY2(late.out.contains(
                 "Not yet:\n  B0'  goes on after await_gone lock: waits until lock is gone"),
        late.out);
    QVERIFY2(!outcome.out.contains("violated"), outcome.out);

    const auto json = replayed(u"lock-lease-expires"_s, u"A1 A2"_s, {u"--json"_s});
    QCOMPARE(json.status, 0);
    const QJsonObject run = objectIn(json);
    QCOMPARE(stepsIn(run, u"steps"_s), QStringList({u"A1"_s, u"A2"_s}));
    QCOMPARE(stepsIn(run, u"possible"_s), QStringList({u"A3"_s, u"B1"_s, u"B0"_s, u"T"_s}));
    const QJsonObject first = run[u"steps"][0].toObject();
    QCOMPARE(first[u"client"].toString(), u"A"_s);
    QCOMPARE(first[u"reply"].toString(), u"OK"_s);
    const QJsonObject key = first[u"keys"][0].toObject();
    QCOMPARE(key[u"key"].toString(), u"lock"_s);
    QVERIFY(key[u"before"].isNull());
    QCOMPARE(key[u"after"].toString(), u"A-1"_s);
    QVERIFY(key[u"ttlBeforeMs"].isNull());
    QCOMPARE(key[u"ttlAfterMs"].toInt(), 30000);
    QCOMPARE(first[u"marks"][0][u"kind"].toString(), u"enter"_s);
    QCOMPARE(run[u"ending"].toString(), u"open"_s);
    QCOMPARE(run[u"violated"].toBool(true), false);
}

void tst_replay::whatFollowsFromAStepIsSaid_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("trace");
    QTest::addColumn<QByteArrayList>("says");
    QTest::addColumn<QByteArray>("doesNotSay");
    const auto row = [](const char *name, const char *id, const char *trace, QByteArrayList says,
                         const QByteArray &doesNotSay) {
        QTest::newRow(name) << QString::fromLatin1(id) << QString::fromLatin1(trace)
                            << std::move(says) << doesNotSay;
    };
    row("what was read is old", "stock-read-then-write", "A1 B1 A2",
        {"What B read from stock before, 1, is out of date now."}, "had read");
    row("somebody goes by it", "stock-read-then-write", "A1 B1 A2 B2",
        {"B had read 1 before; A has made it 0 since."}, "A had read");
    row("nothing came in between", "stock-read-then-write", "A1 A2 B1", {"A2  SET stock 0"},
        "out of date");
    row("a lease runs out", "lock-lease-expires", "A1 T B1",
        {"A still works as if it held lock.", "B enters lock while A is inside.",
            "A's lock had expired in step 2."},
        "had read");
    row("a failover loses a lock", "lock-failover", "A1 F B1",
        {"B enters lock while A is inside.", "The server had lost A's lock in step 2."},
        "had expired");
    row("somebody deletes a foreign lock", "lock-blind-delete", "A1 A2 A3 A3' T B1 A4 C1",
        {"C enters lock while B is inside.", "A had deleted B's lock in step 7."}, "had expired");
    row("one of several servers is not the reason", "redlock", "A1 A2 A3 A4 A4' T B1 B2 T T B3 B4",
        {"B enters lock while A is inside."}, "lock in step");
    row("a crash leaves a lock for ever", "lock-setnx", "A1 X(A)",
        {"lock stays behind without a TTL, so it never expires."}, "A leaves lock");
    row("a crash leaves a lease", "lock-lease-expires", "A1 X(A)",
        {"lock stays behind until it expires."}, "without a TTL");
    row("a crash leaves what is nobody's lock", "stock-order", "A1 X(A)", {"X(A)  crash A"},
        "stays behind");
    row("who stands still does nothing", "lock-lease-expires", "A1 P(A) T",
        {"A stands still and does not know that lock is gone."}, "still works");
    row("why a transaction is refused", "stock-watch", "A1 A2 B1 B2 B3 A3",
        {"B has changed stock since A watched it, so the transaction is not executed."},
        "since B watched");
    row("a counter begins anew", "limit-compensate", "A1 A2 B1 T B2",
        {"calls has expired, so DECR begins at 0."}, "INCR begins");
    row("a bucket is told by its tokens", "limit-token-bucket", "T A1 B1",
        {"bucket – → 1 token at +6.0 s (5.0 s)", "bucket 1 token at +6.0 s → 0 tokens at +6.0 s"},
        "bucket – → 5000");
    row("a key of many was set by nobody alone", "online-presence", "X(C) A1 B1 A2 B2",
        {"ZREM online B-1 → 1"}, "had been set by");
}

void tst_replay::whatFollowsFromAStepIsSaid()
{
    QFETCH(QString, id);
    QFETCH(QString, trace);
    QFETCH(QByteArrayList, says);
    QFETCH(QByteArray, doesNotSay);
    const auto outcome =
        replayed(id, trace, {u"--clients"_s, trace.contains(u'C') ? u"3"_s : u"2"_s});
    for (const QByteArray &sentence : says)
        QVERIFY2(outcome.out.contains(sentence), outcome.out + outcome.err);
    QVERIFY2(!outcome.out.contains(doesNotSay), outcome.out);
}

// What a lock is lost by is said for as long as it is lost.
void tst_replay::aLossThatWasMendedIsNoReason()
{
    const QString path = ownFile("    redis.call('SET', 'lock', 'x', 'PX', 10) enter('lock')\n"
                                 "    redis.call('SET', 'lock', 'x') redis.call('GET', 'lock')");
    const auto lost = replayed(path, u"A1 T B1"_s, {u"--time"_s, u"1"_s});
    QVERIFY2(lost.out.contains("A's lock had expired in step 2."), lost.out + lost.err);
    const auto mended = replayed(path, u"A1 T A2 B1"_s, {u"--time"_s, u"1"_s});
    QVERIFY2(mended.out.contains("B enters lock while A is inside."), mended.out + mended.err);
    QVERIFY2(!mended.out.contains("had expired"), mended.out);
}

// B has taken server 0 before it finds server 1 free, and it needs both.
void tst_replay::ofALockOnSeveralServersNoLossIsTheReason()
{
    const QString path =
        ownFile("    redis.on(0).call('SET', 'lock', 'x', 'PX', 10)\n"
                "    redis.on(1).call('SET', 'lock', 'x', 'PX', 10) enter('lock')\n"
                "    redis.on(0).call('GET', 'lock')",
            "nodes = 2");
    const auto taken = replayed(path, u"A1 A2 T T B1 B2"_s, {u"--time"_s, u"2"_s});
    QVERIFY2(taken.out.contains("B enters lock while A is inside."), taken.out + taken.err);
    QVERIFY2(!taken.out.contains("had expired"), taken.out);
}

// DECR, then count: under always the sum is wrong in between, and that is no mistake of the
// program.
void tst_replay::aSumThatIsNotCountedYetSaysSo()
{
    const QString path = ownFile("    redis.call('DECR', 'own') count('sold')");
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    file.close();
    const auto exploredWith = [&](const QByteArray &check) {
        if (file.open(QIODevice::WriteOnly))
            file.write(QByteArray(text).replace("always = { count_at_most('none', 1) }", check));
        file.close();
        return lockstepRun({u"lab"_s, u"explore"_s, path, u"--lang"_s, u"en"_s});
    };
    const auto always = exploredWith("always = { sum_equals('sold', 'own', 1) }");
    QCOMPARE(always.status, 3);
    const QByteArray between = "sum_equals is looked at between a command and its count too";
    QVERIFY2(always.out.contains(between), always.out);
    const auto way = replayed(path, u"A1"_s);
    QVERIFY2(way.out.contains("The reply has not reached A, which has counted nothing for it yet."),
        way.out);
    const auto counted = replayed(path, u"A1 A1'"_s);
    QCOMPARE(counted.out.count("The reply has not reached"), 1);
    QVERIFY2(!counted.out.contains("nobody counted"), counted.out); // A did
    const auto finally = exploredWith("finally = { sum_equals('sold', 'own', 1) }");
    QCOMPARE(finally.status, 0);
    QVERIFY2(!finally.out.contains(between), finally.out);
    QVERIFY2(!replayed(path, u"A1"_s).out.contains("The reply has not reached"), finally.out);
}

void tst_replay::theSameTraceTellsTheSame()
{
    const auto first = replayed(u"wakeup-ttl"_s, u"A1 B1 B2 C1 B3 X(A) B4 T"_s);
    QVERIFY2(!first.out.isEmpty(), first.err);
    QCOMPARE(replayed(u"wakeup-ttl"_s, u"A1 B1 B2 C1 B3 X(A) B4 T"_s).out, first.out);
}

void tst_replay::aViolationIsSaidWhereItHappens()
{
    const auto outcome = replayed(u"lock-lease-expires"_s, u"A1 T B1"_s);
    QCOMPARE(outcome.status, 3);
    QCOMPARE(outcome.err, "");
    const auto second = outcome.out.indexOf("\n2  T ");
    const auto third = outcome.out.indexOf("\n3  B1 ");
    const auto violated = outcome.out.indexOf("violated: at most 1 inside lock at a time");
    QVERIFY2(second >= 0 && second < third && third < violated, outcome.out);
    const QJsonObject run =
        objectIn(replayed(u"lock-lease-expires"_s, u"A1 T B1"_s, {u"--json"_s}));
    QCOMPARE(run[u"violated"].toBool(), true);
    QCOMPARE(run[u"checks"][0][u"verdict"].toString(), u"violated"_s);
    QCOMPARE(run[u"checks"][0][u"step"].toInt(), 3);
    QVERIFY(run[u"steps"][1][u"violated"].toArray().isEmpty());
    QCOMPARE(run[u"steps"][2][u"violated"][0].toString(), u"holders_at_most(\"lock\", 1)"_s);
}

void tst_replay::whatIsViolatedIsFoundAgainByItsTrace()
{
    const QStringList ids{u"stock-read-then-write"_s, u"lock-check-then-delete"_s, u"wakeup-lost"_s,
        u"limit-fixed-window"_s, u"counter-get-set"_s};
    for (const QString &id : ids) {
        const auto explored = lockstepRun({u"lab"_s, u"explore"_s, id, u"--json"_s});
        QCOMPARE(explored.status, 3);
        for (const auto &check : objectIn(explored)[u"checks"].toArray()) {
            if (check.toObject()[u"verdict"].toString() != u"violated")
                continue;
            QStringList trace;
            for (const auto &step : check.toObject()[u"counterexample"][u"trace"].toArray())
                trace << step.toString();
            const auto outcome = replayed(id, trace.join(u' '), {u"--json"_s});
            QCOMPARE(outcome.status, 3);
            bool found = false;
            for (const auto &each : objectIn(outcome)[u"checks"].toArray()) {
                const QJsonObject there = each.toObject();
                found = found
                    || (there[u"check"] == check.toObject()[u"check"]
                        && there[u"step"].toInt() == trace.size());
            }
            QVERIFY2(found, outcome.out);
        }
    }
}

void tst_replay::aMistakeOnAWayIsFoundAgainByItsTrace()
{
    const QString path = ownFile("    if tonumber(redis.call('GET', 'own')) > 0 then\n"
                                 "      redis.call('DECR', 'own')\n    end");
    const auto explored = lockstepRun({u"lab"_s, u"explore"_s, path, u"--restarts"_s, u"1"_s,
        u"--clients"_s, u"3"_s, u"--lang"_s, u"en"_s});
    QCOMPARE(explored.status, 1);
    QCOMPARE(explored.out, "");
    const QByteArray mistake = "own.lua:4: attempt to compare";
    QVERIFY2(explored.err.contains(mistake), explored.err);
    const QByteArray before = "\nStep it: lockstep ";
    const auto at = explored.err.indexOf(before);
    QVERIFY2(at > 0, explored.err);
    const QByteArray line = explored.err.sliced(at + before.size()).split('\n').front();
    const QStringList words = QProcess::splitCommand(QString::fromUtf8(line));
    QVERIFY2(words.contains(u"--restarts"_s), line);
    const QString trace = words.last();
    const auto steps = trace.count(u' ') + 1;
    const QByteArray place = " (step " + QByteArray::number(steps) + " of " + trace.toUtf8() + ")";
    QVERIFY2(explored.err.contains(place), explored.err);

    const auto again = lockstepRun(words + QStringList{u"--lang"_s, u"en"_s});
    QCOMPARE(again.status, 1);
    QVERIFY2(again.err.contains("Step " + QByteArray::number(steps) + " of the trace"), again.err);
    QVERIFY2(again.err.contains(mistake), again.err);
    QVERIFY2(again.out.startsWith("1  "), again.out); // what went before it is shown
    QVERIFY2(again.out.contains("restart server 0"), again.out);
}

void tst_replay::bytesThatCannotBeSeenAreEscapedOnce()
{
    const QString path = ownFile("    redis.call('SET', 'a\\0b', 'c\\255')\n"
                                 "    redis.call('SET', 'd\\\\e', 'say \"f\"')");
    const auto outcome = replayed(path, u"A1 A2"_s);
    QCOMPARE(outcome.status, 0);
    QVERIFY2(outcome.out.contains("SET \"a\\x00b\" c\\xff → OK"), outcome.out);
    QVERIFY2(outcome.out.contains("a\\x00b – → c\\xff"), outcome.out);
    QVERIFY2(outcome.out.contains("SET d\\\\e 'say \"f\"' → OK"), outcome.out);
}

void tst_replay::whereThereAreSeveralServersTheStepNamesIts()
{
    const auto several = replayed(u"redlock"_s, u"A1 A2 A3"_s);
    QCOMPARE(several.status, 0);
    QVERIFY2(several.out.contains("3  A3  server 1: SET lock A-1 "), several.out);
    QVERIFY2(several.out.contains("\n  A4  server 2: SET lock A-1 "), several.out);
    QVERIFY2(several.out.contains("\n  T   let time pass"), several.out);
    // One after the other, in the order in which they were set.
    const auto expired = replayed(u"redlock"_s, u"A1 A2 A3 T T"_s);
    QVERIFY2(
        expired.out.contains("4  T   let time pass\n       server 0: lock A-1 → –\n"), expired.out);
    QVERIFY2(
        expired.out.contains("5  T   let time pass\n       server 1: lock A-1 → –\n"), expired.out);
    const auto one = replayed(u"lock-lease-expires"_s, u"A1 A2"_s);
    QVERIFY2(!one.out.contains("server"), one.out);
}

void tst_replay::withoutATraceItSaysWhatIsPossible()
{
    for (const QStringList &words : {QStringList{}, QStringList{u""_s}, QStringList{u"  "_s}}) {
        const auto outcome = lockstepRun(
            QStringList{u"lab"_s, u"replay"_s, u"counter-get-set"_s, u"--lang"_s, u"en"_s} + words);
        QCOMPARE(outcome.status, 0);
        QVERIFY2(outcome.out.contains("Possible now:\n  A1  GET"), outcome.out);
        QVERIFY2(outcome.out.contains("\n  B1  GET"), outcome.out);
    }
}

void tst_replay::aTraceMayUseMoreThanTheScenarioAllows()
{
    QCOMPARE(lockstepRun({u"lab"_s, u"replay"_s, u"counter-get-set"_s, u"A1"_s, u"P(A)"_s, u"B1"_s,
                             u"B2"_s, u"U(A)"_s, u"X(A)"_s})
                 .status,
        0);
    QCOMPARE(replayed(u"lock-lease-expires"_s, u"A1 X(A)"_s).status, 0);
}

void tst_replay::aStepThatDoesNotFitEndsIt_data()
{
    QTest::addColumn<QString>("trace");
    QTest::addColumn<QByteArray>("said");
    const auto row = [](const char *name, const char *trace, const char *said) {
        QTest::newRow(name) << QString::fromLatin1(trace) << QByteArray(said);
    };
    row("not possible now", "A1 U(A)",
        "The trace does not fit from step 2 on. U(A) cannot be taken: not now, not paused. "
        "Possible: A2, B1, B0, T.");
    row("not its next step", "A1 A3",
        "The trace does not fit from step 2 on. A3 cannot be taken: its next step is A2. Possible: "
        "A2, B1, B0, T.");
    row("nobody of that name", "A1 Q1",
        "The trace does not fit from step 2 on. Q1 cannot be taken: there is no such step. "
        "Possible: A2, B1, B0, T.");
    row("no such thread", "A1 A~1", "from step 2 on. A~1 cannot be taken");
    row("no such server", "A1 N(5)", "from step 2 on. N(5) cannot be taken");
}

void tst_replay::aStepThatDoesNotFitEndsIt()
{
    QFETCH(QString, trace);
    QFETCH(QByteArray, said);
    const auto outcome = replayed(u"lock-lease-expires"_s, trace);
    QCOMPARE(outcome.status, 1);
    QVERIFY2(outcome.err.contains(said), outcome.err);
    QCOMPARE(outcome.err.count('\n'), 1);
    // What fitted is there.
    QVERIFY2(outcome.out.startsWith("1  A1"), outcome.out);
    QVERIFY2(!outcome.out.contains("\n2  "), outcome.out);
    QCOMPARE(stepsIn(objectIn(replayed(u"lock-lease-expires"_s, trace, {u"--json"_s})), u"steps"_s),
        QStringList(u"A1"_s));
}

// And its number counts all steps of the trace, also those that were left out: A1' is part of A1
// where nobody can tell the two apart.
void tst_replay::aMisfitIsSaidInTheLanguageOfTheUser()
{
    const auto inChinese = [](const QString &trace) {
        return lockstepRun(
            {u"lab"_s, u"replay"_s, u"lock-lease-expires"_s, trace, u"--lang"_s, u"zh_CN"_s});
    };
    const auto chinese = inChinese(u"A1 B0 B1"_s);
    QCOMPARE(chinese.status, 1);
    QVERIFY2(chinese.err.contains("轨迹从第 3 步起不适用"), chinese.err);
    QVERIFY2(!chinese.err.contains("cannot"), chinese.err);
    const auto misread = inChinese(u"A1 zz"_s);
    QCOMPARE(misread.status, 2);
    QVERIFY2(misread.err.contains("不是步骤") && !misread.err.contains("trace"), misread.err);
    const auto leftOut = replayed(u"lock-lease-expires"_s, u"A1 A1' B0 B1"_s);
    QVERIFY2(leftOut.err.contains("from step 4 on. B1 cannot be taken"), leftOut.err);
}

void tst_replay::misuseIsExplained_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QByteArray>("said");
    const auto row = [](const char *name, const QStringList &words, const char *said) {
        QTest::newRow(name) << words << QByteArray(said);
    };
    const QString id = u"counter-get-set"_s;
    QStringList endless{id}; // in parts: one argument may not be that long
    for (int i = 0; i < 5; ++i)
        endless << u"T "_s.repeated(20'001);
    row("garbage", {id, u"A1 hello B1"_s},
        "“hello”, word 2 of the trace, is not a step. Steps are A1");
    row("a number alone", {id, u"1"_s}, "“1”, word 1 of the trace, is not a step");
    row("no number", {id, u"A"_s}, "“A”, word 1 of the trace, is not a step");
    row("step 0", {id, u"A00"_s}, "“A00”, word 1 of the trace, is not a step");
    row("control characters", {id, u"A1\u202eB1"_s}, "is not a step");
    row("too long", endless, "The trace has 100005 steps; possible are 100000.");
    row("no scenario", {}, "take a scenario");
    row("unknown scenario", {u"counter-gte-set"_s, u"A1"_s}, "counter-get-set");
    row("another command's option", {id, u"A1"_s, u"--seed"_s, u"7"_s}, "Unknown option “--seed”");
    row("a parameter that is not", {id, u"A1"_s, u"--set"_s, u"lease=3"_s}, "lease");
    row("a bound", {id, u"A1"_s, u"--time"_s, u"-1"_s}, "--time takes a whole number");
}

void tst_replay::misuseIsExplained()
{
    QFETCH(QStringList, words);
    QFETCH(QByteArray, said);
    const auto outcome = lockstepRun(QStringList{u"lab"_s, u"replay"_s} + words);
    QCOMPARE(outcome.status, 2);
    QCOMPARE(outcome.out, "");
    QVERIFY2(outcome.err.contains(said), outcome.err);
    QCOMPARE(outcome.err.count('\n'), 1);
}

void tst_replay::theSameTraceIsTheSamePicture_data()
{
    QTest::addColumn<QString>("ending");
    QTest::addColumn<QStringList>("more");
    QTest::newRow("png") << u"png"_s << QStringList{};
    QTest::newRow("dark, large") << u"png"_s
                                 << QStringList{u"--theme"_s, u"dark"_s, u"--scale"_s, u"2"_s,
                                        u"--size"_s, u"1400x800"_s};
    QTest::newRow("svg, Chinese") << u"svg"_s << QStringList{u"--lang"_s, u"zh_CN"_s};
    QTest::newRow("pdf") << u"pdf"_s << QStringList{};
}

void tst_replay::theSameTraceIsTheSamePicture()
{
    QFETCH(QString, ending);
    QFETCH(QStringList, more);
    QList<QByteArray> pictures;
    for (const QString &name : {u"one"_s, u"two"_s}) {
        const QString file = m_folder.filePath(name + u'.' + ending);
        const auto outcome = drawn(u"lab:lock-lease-expires:A1 A2 T B1 B2 B3 A3"_s, file, more);
        QVERIFY2(outcome.status == 0, outcome.err);
        pictures << contentsOf(file);
        if (ending == u"png") {
            const QImage image(file);
            QVERIFY(image.width() == (more.isEmpty() ? 1280 : 2800));
        }
    }
    QVERIFY(pictures[0].size() > 10'000);
    QVERIFY(pictures[0] == pictures[1]);
}

void tst_replay::anotherTraceIsAnotherPicture()
{
    QList<QByteArray> pictures;
    for (const QString &trace : {u""_s, u"A1 A2"_s, u"A1 A2 T"_s}) {
        const QString file = m_folder.filePath(u"other.png"_s);
        QCOMPARE(drawn(u"lab:lock-lease-expires:"_s + trace, file).status, 0);
        QVERIFY(!pictures.contains(contentsOf(file)));
        pictures << contentsOf(file);
    }
}

void tst_replay::noPictureOfATraceThatDoesNotFit()
{
    const QString file = m_folder.filePath(u"none.png"_s);
    const auto outcome = drawn(u"lab:lock-lease-expires:A1 B0 B1"_s, file);
    QCOMPARE(outcome.status, 1);
    QVERIFY2(outcome.err.contains("from step 3 on. B1 cannot be taken"), outcome.err);
    QVERIFY(!QFile::exists(file));
    const auto garbage = drawn(u"lab:lock-lease-expires:A1 ?"_s, file);
    QCOMPARE(garbage.status, 2);
    QVERIFY2(garbage.err.contains("“?”, word 2 of the trace, is not a step"), garbage.err);
    const auto seeded = drawn(
        u"lab:lock-lease-expires:A1"_s, file, {u"--seed"_s, u"7"_s}); // nothing is drawn by chance
    QCOMPARE(seeded.status, 2);
    QVERIFY2(seeded.err.contains("Unknown option “--seed”"), seeded.err);
    QVERIFY(!QFile::exists(file));
}

QTEST_GUILESS_MAIN(tst_replay)
#include "tst_replay.moc"

// `lockstep watch` for people: tables, a screen that is drawn again and again, a journal of lines.

#include "app/terminal/texttable.h"
#include "tests/e2e/commands/programrun.h"
#include "tests/e2e/commands/terminal.h"
#include "tests/support/servers/faultyrelay.h"
#include "tests/support/servers/sentinelgroup.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace lockstep;

namespace {

constexpr auto token = "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11:3"; // of BullMQ

QByteArray lockOf(int job)
{
    return "bull:mail:" + QByteArray::number(job) + ":lock";
}

QStringList linesOf(const QByteArray &output)
{
    return QString::fromUtf8(output).split(u'\n');
}

// The one line that begins with these words; empty: there is none.
QString lineOf(const QByteArray &output, const QString &beginning)
{
    const QStringList found = linesOf(output).filter(
        QRegularExpression(QStringLiteral("^") + QRegularExpression::escape(beginning)));
    return found.size() == 1 ? found.first() : QString();
}

} // namespace

class TestWatchTerminal : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void tablesSayWhatTheServerHolds();
    void familyFilterSortAndTopChoose();
    void jsonHoldsWhatTheFilterLetsThrough();
    void whatHappensIsALineEach();
    void theScreenFollowsTheServerUntilCtrlC();
    void aScreenOfAServerThatIsGoneSaysSo();
    void aPasswordIsAskedForBelowTheScreen();
    void aScreenSaysWhichPermissionsAreMissing();
    void aScreenSaysWhereTheMetricsAre();
    void productionIsSaidFirst_data();
    void productionIsSaidFirst();
    void productionIsSaidAsSoonAsItIsKnown();
    void aNarrowScreenIsReadable_data();
    void aNarrowScreenIsReadable();
    void aNarrowScreenNamesTheHolders_data();
    void aNarrowScreenNamesTheHolders();
    void whatTheReadmeLetsOneTryIsSeen();
    void columnsAreCutWhereTheyDoNotFit();
    void columnsAreLeftOutWhereNoneCouldBeRead();
    void aMarkIsNeverCut();
    void aCellIsBriefWhereColumnsAreCut();
    void aLowScreenShowsWhatMattersMost();
    void alertsThatFireAreAboveTheTables();
    void onlyAlertsOfWhatWasAskedForAreShown();
    void aLowScreenShowsAlertsFirst();
    void alertsArePreferredToTables();
    void thePrimaryOfSentinelsIsNeverLeftOut();
    void theProblemsOfANarrowScreenNameTheHolders_data();
    void theProblemsOfANarrowScreenNameTheHolders();

private:
    [[nodiscard]] QStringList line(const QStringList &more) const
    {
        return QStringList{u"watch"_qs, u"--uri"_qs, uri(*m_server), u"--lang"_qs, u"en"_qs} + more;
    }
    // The last screen that is complete; empty: there is none yet.
    static QStringList lastScreen(Terminal &terminal)
    {
        const QByteArray &all = terminal.shown();
        const auto end = all.lastIndexOf("\x1b[H");
        const auto begin = end < 0 ? -1 : all.lastIndexOf("\x1b[H", end - 1);
        return begin < 0 ? QStringList()
                         : QString::fromUtf8(all.mid(begin, end - begin))
                               .remove(QRegularExpression(QStringLiteral("\x1b\\[[HJK]")))
                               .remove(u'\r')
                               .split(u'\n');
    }
    // A file of rules with two alerts, which fire if lockOf(1) has no TTL.
    static QString alertRules()
    {
        static const QTemporaryDir folder;
        QFile file(folder.filePath(u"alerts.json"_qs));
        const bool isWritten = file.open(QIODevice::WriteOnly)
            && file.write(R"({"alerts": [
                {"glob": "bull:*", "when": "immortal", "name": "No end"},
                {"glob": "page_view", "when": "value > 10", "name": "Many views",
                 "severity": "critical"},
                {"glob": "page_view", "when": "value > 1000", "name": "Too many views"}]})")
                > 0;
        return isWritten ? file.fileName() : QString();
    }
    static Outcome addProfile(
        const QString &name, const QString &address, const QString &environment)
    {
        return lockstepRun({u"profiles"_qs, u"add"_qs, name, u"--uri"_qs, address,
            u"--environment"_qs, environment});
    }
    static Outcome onceByProfile(const QString &name, const QStringList &more = {})
    {
        return lockstepRun(
            QStringList{u"watch"_qs, u"--profile"_qs, name, u"--once"_qs, u"--lang"_qs, u"en"_qs}
            + more);
    }
    [[nodiscard]] QByteArrayList screenLine() const
    {
        return {"watch", "--uri", uri(*m_server).toUtf8(), "--lang", "en"};
    }

    std::unique_ptr<TestServer> m_server;
};

void TestWatchTerminal::init()
{
    m_server = std::make_unique<TestServer>();
    m_server->run({"SET", lockOf(7), token, "PX", "100000"});
    m_server->run({"SET", lockOf(8), token, "PX", "900000"});
    m_server->run({"SET", lockOf(9), token, "PX", "500000"});
    m_server->run({"SET", "page_view", "860"});
    m_server->run({"SADD", "online:users", "ann", "ben"});
}

void TestWatchTerminal::tablesSayWhatTheServerHolds()
{
    const auto outcome = lockstepRun(line({u"--once"_qs}));
    QCOMPARE(outcome.status, 0);
    QCOMPARE(lineOf(outcome.out, u"Locks: "_qs), u"Locks: 3"_qs);
    QCOMPARE(lineOf(outcome.out, u"Counters: "_qs), u"Counters: 2"_qs);
    QVERIFY2(outcome.out.contains("3 locks held"), outcome.out);
    QVERIFY2(outcome.out.contains("2 users online"), outcome.out);
    const auto counter = lineOf(outcome.out, u"page_view "_qs).simplified().split(u' ');
    QVERIFY2(counter.size() == 3, outcome.out); // key, value, rate
    QCOMPARE(counter[1], u"860"_qs);
    // The soonest to expire comes first.
    const QByteArray &out = outcome.out;
    QVERIFY2(out.indexOf(lockOf(7)) < out.indexOf(lockOf(9))
            && out.indexOf(lockOf(9)) < out.indexOf(lockOf(8)),
        out);
    const auto left = m_server->run({"PTTL", lockOf(7)}).integer;
    const auto lock = lineOf(out, QString::fromUtf8(lockOf(7)));
    QVERIFY2(left > 60'000 && lock.contains(u"1 m "), out);
    // A pipe is not the place for what acts on a terminal.
    QVERIFY(!out.contains('\x1b'));
    // Without --once a pipe gets the same, and the program ends.
    const auto again = lockstepRun(line({}));
    QCOMPARE(again.status, 0);
    QCOMPARE(lineOf(again.out, u"Locks: "_qs), u"Locks: 3"_qs);
}

void TestWatchTerminal::familyFilterSortAndTopChoose()
{
    const auto outcome = lockstepRun(line({u"--once"_qs, u"--family"_qs, u"lock"_qs, u"--filter"_qs,
        u"bull:* library:bullmq"_qs, u"--sort"_qs, u"key"_qs, u"--top"_qs, u"2"_qs}));
    QCOMPARE(outcome.status, 0);
    QCOMPARE(lineOf(outcome.out, u"Locks: "_qs), u"Locks: 2 of 3"_qs);
    QVERIFY2(outcome.out.indexOf(lockOf(7)) < outcome.out.indexOf(lockOf(8)), outcome.out);
    QVERIFY(!outcome.out.contains(lockOf(9)) && !outcome.out.contains("page_view"));
    // What was not asked for is not called none.
    QVERIFY2(
        !outcome.out.contains("counters") && !outcome.out.contains("rate limits"), outcome.out);

    const auto longest = lockstepRun(line({u"--filter"_qs, u":8:"_qs}));
    QCOMPARE(lineOf(longest.out, u"Locks: "_qs), u"Locks: 1"_qs);
    QVERIFY2(longest.out.contains(lockOf(8)), longest.out);

    const auto none = lockstepRun(line({u"--family"_qs, u"bucket"_qs}));
    QCOMPARE(none.status, 0);
    QCOMPARE(lineOf(none.out, u"Rate limits: "_qs), u"Rate limits: 0"_qs);
}

void TestWatchTerminal::jsonHoldsWhatTheFilterLetsThrough()
{
    const auto outcome = lockstepRun(line({u"--once"_qs, u"--json"_qs, u"--filter"_qs, u":9:"_qs}));
    const auto snapshot = QJsonDocument::fromJson(outcome.out).object();
    const auto locks = snapshot.value(u"locks"_qs).toArray();
    QCOMPARE(locks.size(), 1);
    QCOMPARE(locks[0].toObject().value(u"key"_qs).toString().toUtf8(), lockOf(9));
    QVERIFY(snapshot.value(u"counters"_qs).toArray().isEmpty());
    const auto holder = snapshot.value(u"holders"_qs).toArray().at(0).toObject();
    QCOMPARE(holder.value(u"keys"_qs).toArray().size(), 1);
}

void TestWatchTerminal::whatHappensIsALineEach()
{
    QProcess program;
    program.setProcessEnvironment(withoutDisplay());
    program.start(programPath(), line({u"--follow"_qs, u"--filter"_qs, u"bull:*"_qs}));
    QByteArray out;
    const auto told = [&](const QByteArray &key, const QByteArray &what) {
        program.waitForReadyRead(10);
        out += program.readAllStandardOutput();
        const auto found = linesOf(out).filter(
            QRegularExpression(QStringLiteral("^\\d\\d:\\d\\d:\\d\\d\\.\\d{3}  ")
                + QRegularExpression::escape(QString::fromUtf8(key)) + QStringLiteral("  .*")
                + QString::fromUtf8(what)));
        return !found.isEmpty();
    };
    QTRY_VERIFY2(told(lockOf(7), "first seen"), out);
    m_server->run({"SET", lockOf(1), token, "PX", "60000"});
    QTRY_VERIFY2(told(lockOf(1), "acquired for 1 m"), out);
    m_server->run({"DEL", lockOf(1)});
    QTRY_VERIFY2(told(lockOf(1), "released"), out);
    QVERIFY2(!out.contains("page_view"), out);
    program.terminate();
    QVERIFY(program.waitForFinished(20'000));
    QCOMPARE(program.exitCode(), 0);
}

void TestWatchTerminal::theScreenFollowsTheServerUntilCtrlC()
{
    constexpr winsize size{30, 100, 0, 0};
    Terminal terminal(screenLine(), size);
    QTRY_VERIFY2(terminal.shown().contains(lockOf(7)), terminal.shown());
    QVERIFY(terminal.shown().contains("\x1b[H"));
    // A key that would clear the screen is shown as what it is.
    const QByteArray hostile = "bull:\x1b[2J:66:lock";
    m_server->run({"SET", hostile, token, "PX", "50000"});
    QTRY_VERIFY2(terminal.shown().contains("bull:\\x1b[2J:66:lock"), terminal.shown());
    QVERIFY(!terminal.shown().contains("\x1b[2J"));
    // Each screen is within its terminal.
    const QString plain = QString::fromUtf8(terminal.shown())
                              .replace(u"\x1b[H"_qs, u"\r\n"_qs)
                              .remove(QRegularExpression(QStringLiteral("\x1b\\[[HJK]")));
    for (const QString &line : plain.split(u"\r\n"_qs))
        QVERIFY2(cellsOf(line) <= size.ws_col, qPrintable(line));
    const auto last = terminal.shown().mid(terminal.shown().lastIndexOf("\x1b[H"));
    QVERIFY(last.count('\n') < size.ws_row);
    terminal.type("\x03");
    QTRY_VERIFY(terminal.hasEnded());
    QCOMPARE(terminal.exitCode(), 0);
}

void TestWatchTerminal::aScreenOfAServerThatIsGoneSaysSo()
{
    Terminal terminal(screenLine());
    QTRY_VERIFY2(terminal.shown().contains(lockOf(7)), terminal.shown());
    m_server->kill9();
    const auto latest = [&terminal] {
        return terminal.shown().mid(terminal.shown().lastIndexOf("\x1b[H")).simplified();
    };
    QTRY_VERIFY2(latest().contains("Trying again"), terminal.shown());
    // How many there are now nobody knows; the tables show what was seen last.
    QTRY_VERIFY2(latest().contains("– users online · – locks held · – rate limits · – counters"),
        terminal.shown());
    terminal.send(SIGTERM);
    QTRY_VERIFY(terminal.hasEnded());
    QCOMPARE(terminal.exitCode(), 0);

    Terminal nobody(screenLine());
    QTRY_VERIFY(nobody.hasEnded());
    QCOMPARE(nobody.exitCode(), 1);
}

void TestWatchTerminal::aPasswordIsAskedForBelowTheScreen()
{
    Terminal terminal(screenLine());
    QTRY_VERIFY2(terminal.shown().contains(lockOf(7)), terminal.shown());
    m_server->run({"CONFIG", "SET", "requirepass", "secret"});
    m_server->run({"CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"});
    QTRY_VERIFY2(terminal.shown().contains("Password for"), terminal.shown());
    const QByteArray last = terminal.shown().trimmed().split('\n').last();
    QVERIFY2(last.startsWith("Password for"), last.constData());
    QVERIFY2(terminal.shown().contains("\nlockstep: "), terminal.shown());
    terminal.type("secret\n");
    QTRY_VERIFY2(
        terminal.shown().mid(terminal.shown().lastIndexOf("Password for")).contains(lockOf(7)),
        terminal.shown());
    terminal.send(SIGTERM);
    QTRY_VERIFY(terminal.hasEnded());
    QCOMPARE(terminal.exitCode(), 0);
}

void TestWatchTerminal::aScreenSaysWhichPermissionsAreMissing()
{
    m_server->run({"ACL", "SETUSER", "default", "-pttl"});
    Terminal terminal(screenLine());
    QTRY_VERIFY2(terminal.shown().simplified().contains("+pttl"), terminal.shown());
    terminal.type("\x03");
    QTRY_VERIFY(terminal.hasEnded());
    // It is said once, on the screen, and not between its lines.
    QVERIFY2(!terminal.shown().contains("lockstep:"), terminal.shown());
}

// Also after the first screen has taken the place of what was said before.
void TestWatchTerminal::aScreenSaysWhereTheMetricsAre()
{
    Terminal terminal(screenLine() + QByteArrayList{"--metrics", "0"}, winsize{24, 100, 0, 0});
    const auto isShown = [&] {
        const QByteArray &shown = terminal.shown();
        return shown.lastIndexOf("Metrics are at http://127.0.0.1:")
            > shown.indexOf("3 locks held");
    };
    QTRY_VERIFY2(terminal.shown().contains("3 locks held"), terminal.shown());
    QTRY_VERIFY2(isShown(), terminal.shown());
    terminal.send(SIGINT);
    QTRY_VERIFY(terminal.hasEnded());
}

void TestWatchTerminal::productionIsSaidFirst_data()
{
    QTest::addColumn<int>("columns");
    QTest::newRow("40") << 40;
    QTest::newRow("80") << 80;
    QTest::newRow("160") << 160;
}

// Whoever has several terminals open tells the servers apart by the first line.
void TestWatchTerminal::productionIsSaidFirst()
{
    QFETCH(const int, columns);
    const QString name = u"shop-%1"_qs.arg(columns);
    QCOMPARE(addProfile(name, uri(*m_server), u"production"_qs).status, 0);
    const QString beginning = u"PRODUCTION · "_qs + name + u" · "_qs;
    const auto outcome = onceByProfile(name);
    QVERIFY2(
        outcome.out.startsWith((beginning + uri(*m_server) + u" · "_qs).toUtf8()), outcome.out);
    const auto byAddress = lockstepRun(line({u"--once"_qs}));
    QVERIFY2(byAddress.out.startsWith(u"PRODUCTION · "_qs.toUtf8() + uri(*m_server).toUtf8()),
        byAddress.out);
    const auto json = onceByProfile(name, {u"--json"_qs});
    QVERIFY2(json.status == 0 && !json.out.contains("PRODUCTION"), json.out);

    qputenv("XDG_CONFIG_HOME", withoutDisplay().value(u"XDG_CONFIG_HOME"_qs).toLocal8Bit());
    Terminal terminal({"watch", "--profile", name.toUtf8(), "--lang", "en"},
        winsize{24, static_cast<unsigned short>(columns), 0, 0});
    QTRY_VERIFY2(lastScreen(terminal).join(u' ').contains(u"3 locks held"_qs), terminal.shown());
    QVERIFY2(lastScreen(terminal).first().startsWith(beginning), terminal.shown());
    m_server->kill9();
    QTRY_VERIFY2(lastScreen(terminal).join(u' ').contains(u"Trying again"_qs), terminal.shown());
    QVERIFY2(lastScreen(terminal).first().startsWith(beginning), terminal.shown());
    terminal.send(SIGINT);
    QTRY_VERIFY(terminal.hasEnded());
}

// By who it says it is, where it was marked at another address.
void TestWatchTerminal::productionIsSaidAsSoonAsItIsKnown()
{
    TestServer::Options options;
    options.tcp = true;
    TestServer server(options);
    server.run({"SET", lockOf(7), token, "PX", "100000"});
    QCOMPARE(
        addProfile(u"tunnel"_qs, u"redis://127.0.0.1:%1"_qs.arg(server.tcpPort()), u"staging"_qs)
            .status,
        0);
    const auto before = onceByProfile(u"tunnel"_qs);
    QVERIFY2(before.out.startsWith("tunnel · redis://"), before.out);
    QCOMPARE(addProfile(u"shop"_qs, uri(server), u"production"_qs).status, 0);
    QCOMPARE(onceByProfile(u"shop"_qs).status, 0);
    const auto known = onceByProfile(u"tunnel"_qs);
    QVERIFY2(known.out.startsWith("PRODUCTION · tunnel · redis://"), known.out);
    const FaultyRelay relay(server.socketPath()); // an address that no profile and no mark knows
    const auto elsewhere = lockstepRun({u"watch"_qs, u"--uri"_qs,
        u"unix://"_qs + relay.endpoint().path, u"--once"_qs, u"--lang"_qs, u"en"_qs});
    QVERIFY2(elsewhere.out.startsWith("PRODUCTION · unix://"), elsewhere.out);

    qputenv("XDG_CONFIG_HOME", withoutDisplay().value(u"XDG_CONFIG_HOME"_qs).toLocal8Bit());
    Terminal terminal({"watch", "--profile", "tunnel", "--lang", "en"}, winsize{24, 80, 0, 0});
    QTRY_VERIFY2(
        lastScreen(terminal).value(0).startsWith(u"PRODUCTION · tunnel · "_qs), terminal.shown());
    terminal.send(SIGINT);
    QTRY_VERIFY(terminal.hasEnded());
}

void TestWatchTerminal::aNarrowScreenIsReadable_data()
{
    QTest::addColumn<int>("columns");
    QTest::addColumn<int>("headlines"); // rows above the tables
    QTest::addColumn<QString>("mark");
    QTest::newRow("60") << 60 << 3 << u" ?"_qs;
    QTest::newRow("80") << 80 << 2 << u" ?"_qs;
    QTest::newRow("100") << 100 << 2 << u" ?"_qs;
    QTest::newRow("160") << 160 << 2 << u" (possible)"_qs;
}

void TestWatchTerminal::aNarrowScreenIsReadable()
{
    QFETCH(const int, columns);
    QFETCH(const int, headlines);
    QFETCH(const QString, mark);
    m_server->run({"SET", "lock:of-somebody-with-a-long-name:of-an-order:12345678", "some-token"});
    m_server->run({"SET", "my:mutex", "some-other-token", "PX", "500000"});
    m_server->run({"SET", "ratelimit:1.2.3.4", "7", "EX", "100"});
    Terminal terminal(screenLine(), winsize{24, static_cast<unsigned short>(columns), 0, 0});
    QTRY_VERIFY2(lastScreen(terminal).filter(u"online:users"_qs).size() == 1, terminal.shown());
    terminal.send(SIGINT);
    QTRY_VERIFY(terminal.hasEnded());
    const QStringList screen = lastScreen(terminal);
    const QString whole = screen.join(u'\n');
    QVERIFY2(screen.indexOf(QString()) == headlines, qPrintable(whole));
    QVERIFY2(
        screen.first().contains(u"up to date"_qs) || screen.first().contains(u"lag at most"_qs),
        qPrintable(whole));
    for (const QString &line : screen)
        QVERIFY2(cellsOf(line) <= columns && !line.endsWith(u'·'), qPrintable(whole));
    QCOMPARE(
        screen.filter(u"…345678"_qs + mark).size() + screen.filter(u"12345678"_qs + mark).size(),
        1);
    QVERIFY2(screen.filter(u"my:mutex"_qs + mark + u' ').size() == 1, qPrintable(whole));
    QVERIFY2(screen.filter(QRegularExpression(u" held$"_qs)).size() == 5, qPrintable(whole));
}

// With all tables there would be no row for any of them.
void TestWatchTerminal::aLowScreenShowsWhatMattersMost()
{
    m_server->run({"SET", lockOf(1), token}); // without a TTL
    m_server->run({"SET", "ratelimit:1.2.3.4", "7", "EX", "100"});
    Terminal terminal(screenLine(), winsize{10, 80, 0, 0});
    QTRY_VERIFY2(terminal.shown().contains("4 locks held"), terminal.shown());
    QTRY_VERIFY2(
        lastScreen(terminal).filter(QString::fromUtf8(lockOf(1))).size() >= 1, terminal.shown());
    terminal.send(SIGINT);
    QTRY_VERIFY(terminal.hasEnded());
    const QStringList screen = lastScreen(terminal);
    QVERIFY2(!screen.filter(u"Problems: "_qs).isEmpty(), terminal.shown());
    QVERIFY2(screen.filter(u"Counters: "_qs).isEmpty(), terminal.shown());
}

void TestWatchTerminal::alertsThatFireAreAboveTheTables()
{
    const QStringList once{u"--once"_qs, u"--rules"_qs, alertRules()};
    m_server->run({"SET", "page_view", "7"});
    const auto quiet = lockstepRun(line(once));
    QCOMPARE(quiet.status, 0);
    QVERIFY2(!quiet.out.contains("Alerts"), quiet.out);

    m_server->run({"SET", "page_view", "860"});
    m_server->run({"SET", lockOf(1), token});
    const auto outcome = lockstepRun(line(once));
    QCOMPARE(outcome.status, 0);
    const QByteArray &out = outcome.out;
    const QStringList lines = linesOf(out);
    const auto begin = lines.indexOf(u"Alerts: 2"_qs);
    QVERIFY2(begin > 0 && begin < lines.indexOf(u"Problems: 1"_qs), out);
    const auto matches = [&lines](qsizetype which, const QString &pattern) {
        return QRegularExpression(QRegularExpression::anchoredPattern(pattern))
            .match(lines.value(which))
            .hasMatch();
    };
    QVERIFY2(matches(begin + 1, u"Severity +Alert +Key +Condition +Since"_qs), out);
    QVERIFY2(matches(begin + 2,
                 u"critical +Many views +page_view +value > 10, now 860 +\\d\\d:\\d\\d:\\d\\d"_qs),
        out);
    QVERIFY2(
        matches(begin + 3, u"warning +No end +bull:mail:1:lock +immortal +\\d\\d:\\d\\d:\\d\\d"_qs),
        out);
    QVERIFY2(matches(begin + 4, QString()), out);
    const auto first = lockstepRun(line(once + QStringList{u"--top"_qs, u"1"_qs}));
    QCOMPARE(lineOf(first.out, u"Alerts: "_qs), u"Alerts: 1 of 2"_qs);
    QVERIFY2(first.out.contains("Many views") && !first.out.contains("No end"), first.out);
}

void TestWatchTerminal::onlyAlertsOfWhatWasAskedForAreShown()
{
    m_server->run({"SET", lockOf(1), token}); // without a TTL
    const QStringList once{u"--once"_qs, u"--rules"_qs, alertRules()};
    const auto counters = lockstepRun(line(once + QStringList{u"--family"_qs, u"counter"_qs}));
    QCOMPARE(lineOf(counters.out, u"Alerts: "_qs), u"Alerts: 1"_qs);
    QVERIFY2(counters.out.contains("Many views"), counters.out);
    const auto locks = lockstepRun(line(once + QStringList{u"--filter"_qs, u"bull:*"_qs}));
    QCOMPARE(lineOf(locks.out, u"Alerts: "_qs), u"Alerts: 1"_qs);
    QVERIFY2(locks.out.contains("No end"), locks.out);
    const auto none = lockstepRun(line(once + QStringList{u"--filter"_qs, u"online:*"_qs}));
    QVERIFY2(none.status == 0 && !none.out.contains("Alerts"), none.out);
}

void TestWatchTerminal::aLowScreenShowsAlertsFirst()
{
    m_server->run({"SET", lockOf(1), token}); // without a TTL
    Terminal terminal(
        screenLine() + QByteArrayList{"--rules", alertRules().toUtf8()}, winsize{10, 80, 0, 0});
    const auto has = [&](const QString &words) {
        return !lastScreen(terminal).filter(words).isEmpty();
    };
    QTRY_VERIFY2(has(u"Alerts: 1 of 2"_qs), terminal.shown());
    terminal.send(SIGINT);
    QTRY_VERIFY(terminal.hasEnded());
    QVERIFY2(has(u"Many views  page_view  value > 10, now 860"_qs) && has(u"Problems: 1"_qs),
        terminal.shown());
    QVERIFY2(!has(u"Locks: "_qs) && !has(u"Counters: "_qs), terminal.shown());
}

void TestWatchTerminal::alertsArePreferredToTables()
{
    for (int i = 1; i <= 5; ++i)
        m_server->run({"SET", lockOf(i), token}); // without a TTL
    Terminal terminal(
        screenLine() + QByteArrayList{"--rules", alertRules().toUtf8()}, winsize{20, 80, 0, 0});
    const auto has = [&](const QString &words) {
        return !lastScreen(terminal).filter(words).isEmpty();
    };
    QTRY_VERIFY2(has(u"Alerts: 6"_qs), terminal.shown());
    terminal.send(SIGINT);
    QTRY_VERIFY(terminal.hasEnded());
    QCOMPARE(lastScreen(terminal).filter(u"No end"_qs).size(), 5);
    QVERIFY2(
        has(u"Problems: "_qs) && has(u"Locks: "_qs) && !has(u"Counters: "_qs), terminal.shown());
}

void TestWatchTerminal::thePrimaryOfSentinelsIsNeverLeftOut()
{
    SentinelTestGroup group;
    Terminal terminal({"watch", "--uri", group.endpoint().display().toUtf8(), "--lang", "en"},
        winsize{24, 80, 0, 0});
    const QString primary = u"primary "_qs + addressOf(group.server(0));
    QTRY_VERIFY2(lastScreen(terminal).value(0).contains(primary), terminal.shown());
    QTRY_VERIFY2(lastScreen(terminal).value(0).contains(u"up to date"_qs), terminal.shown());
    QVERIFY2(lastScreen(terminal).value(0).contains(primary), terminal.shown());
    terminal.send(SIGINT);
    QTRY_VERIFY(terminal.hasEnded());
}

void TestWatchTerminal::aNarrowScreenNamesTheHolders_data()
{
    QTest::addColumn<int>("columns");
    QTest::addColumn<bool>("hasAge");
    QTest::newRow("40") << 40 << false;
    QTest::newRow("60") << 60 << true;
    QTest::newRow("80") << 80 << true;
    QTest::newRow("120") << 120 << true;
}

// Neither the holder nor its library is a part of one word that was cut, and the time that is left
// is there.
void TestWatchTerminal::aNarrowScreenNamesTheHolders()
{
    QFETCH(const int, columns);
    QFETCH(const bool, hasAge);
    for (int i = 1; i <= 3; ++i) {
        const QByteArray key = "redisson:lock:of-a-long-order:100" + QByteArray::number(i);
        m_server->run(
            {"HSET", key, "5bd8b0a4-9d5e-4c52-b3f1-1e0a9c1d2e3f:4" + QByteArray::number(i), "1"});
        m_server->run({"PEXPIRE", key, "800000"});
    }
    Terminal terminal(screenLine(), winsize{30, static_cast<unsigned short>(columns), 0, 0});
    QTRY_VERIFY2(lastScreen(terminal).contains(u"Locks: 6"_qs), terminal.shown());
    terminal.send(SIGINT);
    QTRY_VERIFY(terminal.hasEnded());
    QStringList table = lastScreen(terminal);
    const QString whole = table.join(u'\n');
    table = table.mid(table.indexOf(u"Locks: 6"_qs) + 1, 7);
    QVERIFY2(table.first().contains(u"Holder"_qs) && table.first().contains(u"Time left"_qs),
        qPrintable(whole));
    QCOMPARE(table.takeFirst().contains(u" Age"_qs), hasAge);
    static const QRegularExpression cutLibrary(QStringLiteral("…\\S* ?\\S*(son|llMQ)\\b"));
    static const QRegularExpression timeLeft(QStringLiteral("\\d m \\d\\d s"));
    for (const QString &row : std::as_const(table)) {
        QVERIFY2(timeLeft.match(row).hasMatch() && !row.endsWith(u'…'), qPrintable(whole));
        const bool isLibraryWhole = row.contains(u" Redisson "_qs) || row.contains(u" BullMQ "_qs);
        QVERIFY2(isLibraryWhole || !row.contains(cutLibrary), qPrintable(whole));
    }
    for (int thread = 41; thread <= 43; ++thread)
        QVERIFY2(table.filter(u":%1"_qs.arg(thread)).size() == 1, qPrintable(whole));
}

void TestWatchTerminal::whatTheReadmeLetsOneTryIsSeen()
{
    QFile readme(QStringLiteral(LOCKSTEP_SOURCE "/README.md"));
    QVERIFY(readme.open(QIODevice::ReadOnly));
    TestServer server;
    int tried = 0;
    for (const QByteArray &line : readme.readAll().split('\n')) {
        if (!line.startsWith("redis-cli "))
            continue;
        ++tried;
        const Reply reply = server.run(Command(line.mid(10).split(' ')));
        QVERIFY2(!reply.isError(), reply.text);
    }
    QCOMPARE(tried, 2);
    const auto outcome =
        lockstepRun({u"watch"_qs, u"--uri"_qs, uri(server), u"--once"_qs, u"--json"_qs});
    QVERIFY2(outcome.status == 0, outcome.err);
    const auto snapshot = QJsonDocument::fromJson(outcome.out).object();
    const auto problems = snapshot[u"problems"].toArray();
    QCOMPARE(problems.size(), 1);
    QCOMPARE(problems[0][u"key"].toString(), u"order:7"_qs);
    QCOMPARE(problems[0][u"problems"][0].toString(), u"immortal"_qs);
    const auto locks = snapshot[u"locks"].toArray();
    QCOMPARE(locks.size(), 2);
    for (const QJsonValue &lock : locks) {
        const bool isPossible = lock[u"key"].toString() == u"lock:order:7";
        QCOMPARE(lock[u"confidence"].toString(), isPossible ? u"possible"_qs : u"certain"_qs);
        QCOMPARE(lock[u"library"].toString(), isPossible ? QString() : u"Redisson"_qs);
    }
}

void TestWatchTerminal::columnsAreCutWhereTheyDoNotFit()
{
    TextTable table({{u"Key"_qs, false, true}, {u"Time left"_qs, true}, {u"State"_qs}});
    table.addRow({u"lock:order:of-somebody:1234567"_qs, u"4 m 12 s"_qs, u"held"_qs});
    table.addRow({u"锁:订单:一二三四五六七八九十"_qs, u"9.9 s"_qs, u"不过期"_qs});
    const QStringList whole = table.lines(0);
    QCOMPARE(whole[0], u"Key                             Time left  State"_qs);
    QCOMPARE(whole[1], u"lock:order:of-somebody:1234567   4 m 12 s  held"_qs);
    QCOMPARE(whole[2], u"锁:订单:一二三四五六七八九十        9.9 s  不过期"_qs);
    QCOMPARE(cellsOf(whole[2]), 49);
    const QStringList cut = table.lines(36);
    for (const QString &line : cut)
        QVERIFY2(cellsOf(line) <= 36, qPrintable(line));
    QVERIFY2(cut[1].startsWith(u"lock:or") && cut[1].contains(u"4567   "), qPrintable(cut[1]));
    QVERIFY2(cut[2].contains(u"9.9 s  不过期"), qPrintable(cut[2]));
    const QString sentence = u"Nothing accepts connections. Trying again."_qs;
    QCOMPARE(wrapped(sentence, 20),
        (QStringList{u"Nothing accepts"_qs, u"connections. Trying"_qs, u"again."_qs}));
    QCOMPARE(wrapped(sentence, 0), QStringList{sentence});
    QCOMPARE(wrapped(u"没有连接"_qs, 4), (QStringList{u"没有"_qs, u"连接"_qs}));
    // Times are never cut in their middle: the line ends instead.
    QVERIFY(table.lines(12)[1].endsWith(u'…'));
}

void TestWatchTerminal::columnsAreLeftOutWhereNoneCouldBeRead()
{
    TextTable table({{u"Key"_qs, false, true}, {u"Time left"_qs, true}, {u"Age"_qs, true, false, 2},
        {u"State"_qs, false, false, 1}});
    table.addRow(
        {u"lock:order:of-somebody:1234567"_qs, u"4 m 12 s"_qs, u"1 h 02 m"_qs, u"held"_qs});
    QCOMPARE(table.lines(40),
        (QStringList{u"Key           Time left       Age  State"_qs,
            u"lock:…234567   4 m 12 s  1 h 02 m  held"_qs}));
    QCOMPARE(table.lines(39),
        (QStringList{u"Key                    Time left  State"_qs,
            u"lock:order…dy:1234567   4 m 12 s  held"_qs}));
    QCOMPARE(
        table.lines(22), (QStringList{u"Key          Time left"_qs, u"lock:…34567   4 m 12 s"_qs}));
}

void TestWatchTerminal::aMarkIsNeverCut()
{
    TextTable table({{u"Key"_qs, false, true}, {u"State"_qs}});
    const TextTable::Mark mark{u" (possible)"_qs, u" ?"_qs};
    table.addRow({u"lock:order:of-somebody:1234567"_qs, u"held"_qs}, {mark});
    table.addRow({u"lock:a"_qs, u"held"_qs}, {mark});
    table.addRow({u"lock:b"_qs, u"held"_qs});
    QCOMPARE(table.lines(0),
        (QStringList{u"Key                                        State"_qs,
            u"lock:order:of-somebody:1234567 (possible)  held"_qs,
            u"lock:a (possible)                          held"_qs,
            u"lock:b                                     held"_qs}));
    QCOMPARE(table.lines(24),
        (QStringList{u"Key                State"_qs, u"lock:or…1234567 ?  held"_qs,
            u"lock:a ?           held"_qs, u"lock:b             held"_qs}));
}

void TestWatchTerminal::aCellIsBriefWhereColumnsAreCut()
{
    TextTable table({{u"Key"_qs, false, true}, {u"Details"_qs, false, true}});
    table.addRow({u"lock:order:of-somebody:1234567"_qs, u"held by worker-17"_qs}, {},
        {u"lock:order:of-somebody:1234567"_qs, u"worker-17"_qs});
    table.addRow({u"page_view"_qs, u"value 7"_qs});
    QCOMPARE(table.lines(49)[1], u"lock:order:of-somebody:1234567  held by worker-17"_qs);
    QCOMPARE(table.lines(30),
        (QStringList{u"Key                  Details"_qs, u"lock:orde…y:1234567  worker-17"_qs,
            u"page_view            value 7"_qs}));
}

void TestWatchTerminal::theProblemsOfANarrowScreenNameTheHolders_data()
{
    QTest::addColumn<QString>("language");
    QTest::newRow("English") << u"en"_qs;
    QTest::newRow("Chinese") << u"zh_CN"_qs;
}

void TestWatchTerminal::theProblemsOfANarrowScreenNameTheHolders()
{
    QFETCH(const QString, language);
    m_server->run({"HSET", "order:of-somebody:12345678", "5bd8b0a4-9a53-4f6f-8c80-0d1c1a8e9b11:41",
        "1"}); // without a TTL
    const QByteArrayList line{
        "watch", "--uri", uri(*m_server).toUtf8(), "--lang", language.toUtf8()};
    Terminal terminal(line, winsize{24, 40, 0, 0});
    const auto rows = [&] { return lastScreen(terminal).filter(u" 5bd8b0a4:41"_qs); };
    QTRY_VERIFY2(rows().size() == 2, terminal.shown()); // among the problems, and the locks
    terminal.send(SIGINT);
    QTRY_VERIFY(terminal.hasEnded());
}

QTEST_GUILESS_MAIN(TestWatchTerminal)
#include "tst_watchterminal.moc"

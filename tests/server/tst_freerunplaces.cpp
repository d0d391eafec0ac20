#include "tests/server/runtrial.h"
#include "tests/support/patience.h"
#include "tests/support/testserver.h"

#include <csignal>
#include <sys/resource.h>

// Where a run takes place, what it leaves there, and what cannot be had.

using namespace lockstep;
using namespace std::chrono_literals;

class FreeRunPlacesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingStaysOnAnAllowedServer_data();
    void nothingStaysOnAnAllowedServer();
    void keysOnAnAllowedServerExpire();
    void aStoppedRunLeavesNothing();
    void aDestroyedRunLeavesNothing();
    void tlsIsRefused();
    void severalServersAreRefused();
    void settingsAreChecked();
    void tooManyClientsForTheServer();
    void aServerThatDiesEndsTheRun();
    void aServerThatIsNotThereIsNamed();
    void aHostIsFoundByItsName();
    void aHostWithoutAddressIsNamed();
    void aMissingServerProgramIsTold();
    void startingDoesNotWaitForServers();
    void tooManyClientsForTheProcess(); // last: the limit stays lowered
};

void FreeRunPlacesTest::nothingStaysOnAnAllowedServer_data()
{
    QTest::addColumn<bool>("tcp");
    QTest::addRow("unix") << false;
    QTest::addRow("tcp") << true;
}

void FreeRunPlacesTest::nothingStaysOnAnAllowedServer()
{
    QFETCH(bool, tcp);
    TestServer server({.arguments = {}, .tcp = true, .tls = {}});
    server.run({"SET", "stock", "mine"});
    RunTrial trial(locked);
    trial.options.settings["clients"] = 30;
    trial.options.rounds = 3;
    trial.place.allowed = tcp ? server.tcpEndpoint() : server.endpoint();
    QVERIFY2(trial.play(), qPrintable(trial.error ? trial.error->detail : QString()));
    QCOMPARE(trial.result->mistake, QString());
    QCOMPARE(trial.count("held"), 90);
    QCOMPARE(trial.result->history.orderKind, OrderKind::Sampled);
    QCOMPARE(server.run({"DBSIZE"}).integer, 1);
    QCOMPARE(server.run({"GET", "stock"}).text, QByteArray("mine"));
}

void FreeRunPlacesTest::keysOnAnAllowedServerExpire()
{
    TestServer server;
    QByteArray text(oversell);
    text.replace("count(\"sold\")", "sleep(60000) redis.call(\"GET\", \"stock\")");
    RunTrial trial(text);
    trial.place.allowed = server.endpoint();
    QVERIFY(trial.begin());
    QByteArray key;
    QTRY_VERIFY(!(key = server.run({"RANDOMKEY"}).text).isEmpty());
    QVERIFY2(key.startsWith("{lab:"), key.constData());
    QTRY_VERIFY(server.run({"PTTL", key}).integer > 0);
    QVERIFY(server.run({"PTTL", key}).integer <= 5 * 60'000);
}

void FreeRunPlacesTest::aStoppedRunLeavesNothing()
{
    TestServer server;
    RunTrial trial(oversell);
    trial.options.settings["clients"] = 100;
    trial.options.repeats = 1'000'000;
    trial.place.allowed = server.endpoint();
    QVERIFY(trial.begin());
    QTRY_VERIFY(trial.progress.operations > 1000);
    trial.run->stop();
    QTRY_VERIFY(trial.isOver());
    QVERIFY(trial.result && trial.result->stopped);
    QCOMPARE(server.run({"DBSIZE"}).integer, 0);
}

void FreeRunPlacesTest::aDestroyedRunLeavesNothing()
{
    TestServer server;
    {
        RunTrial trial(oversell);
        trial.options.settings["clients"] = 100;
        trial.options.repeats = 1'000'000;
        trial.place.allowed = server.endpoint();
        QVERIFY(trial.begin());
        QTRY_VERIFY(trial.progress.operations > 1000);
    }
    QCOMPARE(server.run({"DBSIZE"}).integer, 0);
    QTRY_COMPARE(server.run({"CLIENT", "LIST"}).text.count('\n'), 1);
}

void FreeRunPlacesTest::tlsIsRefused()
{
    RunTrial trial(oversell);
    trial.place.allowed = Endpoint();
    trial.place.allowed->transport = Endpoint::Transport::Tls;
    const auto begun = trial.begin();
    QVERIFY(!begun);
    QCOMPARE(begun.error().code, ErrorCode::BadInput);
    QVERIFY(begun.error().detail.contains(QStringLiteral("TLS")));
}

void FreeRunPlacesTest::severalServersAreRefused()
{
    QByteArray text(oversell);
    text.replace("keys = {", "nodes = 3, keys = {");
    TestServer server;
    RunTrial trial(text);
    trial.place.allowed = server.endpoint();
    const auto begun = trial.begin();
    QVERIFY(!begun);
    QVERIFY2(begun.error().detail.contains(QStringLiteral("3 servers")),
        qPrintable(begun.error().detail));
}

void FreeRunPlacesTest::settingsAreChecked()
{
    RunTrial trial(oversell);
    trial.options.settings["clients"] = 5001;
    const auto begun = trial.begin();
    QVERIFY(!begun);
    QVERIFY2(
        begun.error().detail.contains(QStringLiteral("clients")), qPrintable(begun.error().detail));
}

void FreeRunPlacesTest::tooManyClientsForTheServer()
{
    TestServer server({.arguments = {QStringLiteral("--maxclients"), QStringLiteral("40")},
        .tcp = false,
        .tls = {}});
    RunTrial trial(oversell);
    trial.options.settings["clients"] = 50;
    trial.place.allowed = server.endpoint();
    QVERIFY(!trial.play());
    QVERIFY(trial.error);
    QCOMPARE(trial.error->code, ErrorCode::BadInput);
    QVERIFY2(trial.error->detail.contains(QStringLiteral("maxclients")),
        qPrintable(trial.error->detail));
    QCOMPARE(server.run({"DBSIZE"}).integer, 0);
}

void FreeRunPlacesTest::aServerThatDiesEndsTheRun()
{
    TestServer server;
    RunTrial trial(oversell);
    trial.options.settings["clients"] = 50;
    trial.options.repeats = 1'000'000;
    trial.place.allowed = server.endpoint();
    QVERIFY(trial.begin());
    QTRY_VERIFY(trial.progress.operations > 1000);
    server.kill9();
    QTRY_VERIFY(trial.isOver());
    QVERIFY(trial.error);
    QCOMPARE(trial.error->code, ErrorCode::ConnectionLost);
}

void FreeRunPlacesTest::aServerThatIsNotThereIsNamed()
{
    RunTrial trial(oversell);
    trial.place.allowed = Endpoint();
    trial.place.allowed->transport = Endpoint::Transport::Unix;
    trial.place.allowed->path = QStringLiteral("/nowhere/redis.sock");
    QVERIFY(trial.begin());
    QTRY_VERIFY(trial.isOver());
    QVERIFY(trial.error);
    QCOMPARE(trial.error->code, ErrorCode::SocketMissing);
    QVERIFY2(trial.error->detail.contains(QStringLiteral("/nowhere/redis.sock")),
        qPrintable(trial.error->detail));
}

void FreeRunPlacesTest::aHostIsFoundByItsName()
{
    TestServer server({.arguments = {}, .tcp = true, .tls = {}});
    RunTrial trial(oversell);
    trial.place.allowed = server.tcpEndpoint();
    trial.place.allowed->host = QStringLiteral("localhost");
    QVERIFY2(trial.play(), qPrintable(trial.error ? trial.error->detail : QString()));
    QCOMPARE(trial.result->history.operations.size(), size_t(4));
}

void FreeRunPlacesTest::aHostWithoutAddressIsNamed()
{
    RunTrial trial(oversell);
    trial.place.allowed = Endpoint();
    trial.place.allowed->transport = Endpoint::Transport::Tcp;
    trial.place.allowed->host = QStringLiteral("no-such-host.invalid");
    QVERIFY(trial.begin());
    QTRY_VERIFY_WITH_TIMEOUT(trial.isOver(), 40'000);
    QVERIFY(trial.error);
    QCOMPARE(trial.error->code, ErrorCode::HostNotFound);
    QVERIFY(trial.error->detail.contains(QStringLiteral("no-such-host.invalid")));
}

void FreeRunPlacesTest::aMissingServerProgramIsTold()
{
    qputenv("LOCKSTEP_REDIS_SERVER", "/nowhere/redis-server");
    RunTrial trial(oversell);
    const auto begun = trial.begin();
    const bool isOver = QTest::qWaitFor([&] { return trial.isOver(); }, 30'000);
    qunsetenv("LOCKSTEP_REDIS_SERVER");
    QVERIFY(begun && isOver);
    QVERIFY(trial.error);
    QCOMPARE(trial.error->code, ErrorCode::ServerProgramMissing);
}

void FreeRunPlacesTest::startingDoesNotWaitForServers()
{
    QByteArray text(oversell);
    text.replace("keys = {", "nodes = 3, keys = {");
    RunTrial trial(text);
    QVERIFY(trial.begin());
    trial.run->stop(); // the servers are still coming up
    QTRY_VERIFY(trial.isOver());
    QVERIFY(trial.result);
    QVERIFY(trial.result->stopped);
    QVERIFY(trial.result->history.rounds.empty());
    QCOMPARE(trial.result->results.size(), trial.scenario->checks.size());
    QCOMPARE(trial.result->results[0].outcome, CheckResult::Outcome::Undecided);
}

void FreeRunPlacesTest::tooManyClientsForTheProcess()
{
    const rlimit few{300, 300};
    QCOMPARE(setrlimit(RLIMIT_NOFILE, &few), 0);
    RunTrial trial(oversell);
    trial.options.settings["clients"] = 500;
    const auto begun = trial.begin();
    QVERIFY(!begun);
    QCOMPARE(begun.error().code, ErrorCode::BadInput);
    QVERIFY2(begun.error().detail.contains(QStringLiteral("300 files")),
        qPrintable(begun.error().detail));
}

QTEST_GUILESS_MAIN(FreeRunPlacesTest)
#include "tst_freerunplaces.moc"

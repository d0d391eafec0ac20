#include "core/lab/freerun/rounds/writtencommands.h"
#include "core/lab/loader/scenariofile.h"
#include "core/lab/wire/labacl.h"
#include "tests/server/freerun/runtrial.h"
#include "tests/support/patience.h"
#include "tests/support/servers/testserver.h"

#include <csignal>
#include <sys/resource.h>

// Where a run takes place, what it leaves there, and what cannot be had.

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

// The line that the program prints, sent to the server.
void giveRights(TestServer &server, QByteArray line)
{
    line.replace("<password>", "secret");
    const QByteArrayList words = line.split(' ');
    const Reply reply = server.run(Command(words));
    if (reply.text != "OK")
        qFatal("%s: %s", line.constData(), reply.text.constData());
}

Endpoint playerOn(const TestServer &server)
{
    Endpoint endpoint = server.endpoint();
    endpoint.user = "player";
    endpoint.password = "secret";
    return endpoint;
}

bool hasScriptsOfItsOwn(const Scenario &scenario)
{
    const auto all = writtenCommands(scenario.source);
    return std::any_of(all.begin(), all.end(),
        [](const WrittenCommand &each) { return each.name.startsWith("EVAL"); });
}

} // namespace

class RunTargetsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingStaysOnAnAllowedServer_data();
    void nothingStaysOnAnAllowedServer();
    void keysOnAnAllowedServerExpire();
    void deadlinesOfAProgramStay();
    void aStoppedRunLeavesNothing();
    void aDestroyedRunLeavesNothing();
    void theRightsThatAreNamedAreEnough_data();
    void theRightsThatAreNamedAreEnough();
    void aScenarioWithScriptsOfItsOwnIsRefused();
    void theRightsReachNothingElse();
    void aMissingRightIsToldAsTheServersRefusal_data();
    void aMissingRightIsToldAsTheServersRefusal();
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
    void cleanupTestCase() { m_server.reset(); }

private:
    std::unique_ptr<TestServer> m_server; // of all rows
};

void RunTargetsTest::nothingStaysOnAnAllowedServer_data()
{
    QTest::addColumn<bool>("tcp");
    QTest::addRow("unix") << false;
    QTest::addRow("tcp") << true;
}

void RunTargetsTest::nothingStaysOnAnAllowedServer()
{
    QFETCH(bool, tcp);
    TestServer server({.arguments = {}, .tcp = true, .tls = {}});
    server.run({"SET", "stock", "mine"});
    RunTrial trial(locked);
    trial.options.settings["clients"] = 30;
    trial.options.rounds = 3;
    trial.place = placeOn(tcp ? server.tcpEndpoint() : server.endpoint());
    QVERIFY2(trial.play(), qPrintable(trial.error ? trial.error->detail : QString()));
    QCOMPARE(trial.result->mistake, QString());
    QCOMPARE(trial.count("held"), 90);
    QCOMPARE(trial.result->history.orderKind, OrderKind::Sampled);
    QCOMPARE(server.run({"DBSIZE"}).integer, 1);
    QCOMPARE(server.run({"GET", "stock"}).text, QByteArray("mine"));
}

void RunTargetsTest::keysOnAnAllowedServerExpire()
{
    TestServer server;
    QByteArray text(oversell);
    text.replace("count(\"sold\")", "sleep(60000) redis.call(\"GET\", \"stock\")");
    RunTrial trial(text);
    trial.place = placeOn(server.endpoint());
    QVERIFY(trial.begin());
    QByteArray key;
    QTRY_VERIFY(!(key = server.run({"RANDOMKEY"}).text).isEmpty());
    QVERIFY2(key.startsWith("{lab:"), key.constData());
    QTRY_VERIFY(server.run({"PTTL", key}).integer > 0);
    QVERIFY(server.run({"PTTL", key}).integer <= 5 * 60'000);
}

void RunTargetsTest::deadlinesOfAProgramStay()
{
    TestServer server;
    QByteArray text(oversell);
    text.replace("keys = { \"stock\" }", "keys = { \"stock\", \"mine\" }");
    text.replace("count(\"sold\")",
        "redis.call(\"SET\", \"mine\", 1, \"PX\", 200000) sleep(60000) redis.call(\"GET\", "
        "\"stock\")");
    text.replace("always = {", "always = { ttl_present(\"mine\"), ");
    RunTrial trial(text);
    trial.options.settings["clients"] = 1;
    trial.options.settings["stock"] = 5;
    trial.place = placeOn(server.endpoint());
    QVERIFY(trial.begin());
    QByteArrayList keys;
    const auto find = [&] {
        keys.clear();
        for (const Reply &each : server.run({"KEYS", "{lab:*"}).elements)
            keys << each.text;
        std::sort(keys.begin(), keys.end()); // mine, stock
        return keys.size();
    };
    QTRY_COMPARE(find(), 2);
    // Written after the other one, so whatever was to happen to that has happened.
    server.run({"SET", keys[1], "4"});
    QTRY_VERIFY(server.run({"PTTL", keys[1]}).integer > 0);
    const qint64 left = server.run({"PTTL", keys[0]}).integer;
    QVERIFY2(left > 0 && left <= 200'000, QByteArray::number(left).constData());
    // A deadline that the program sets takes the place of the lab's, and one that it takes away
    // comes back as the lab's.
    server.run({"PEXPIRE", keys[1], "280000"});
    server.run({"SET", keys[0], "1"});
    QTRY_VERIFY(server.run({"PTTL", keys[0]}).integer > 0);
    QVERIFY(server.run({"PTTL", keys[1]}).integer <= 280'000);
    trial.run->stop();
    QTRY_VERIFY(trial.isOver());
    QCOMPARE(server.run({"DBSIZE"}).integer, 0);
}

void RunTargetsTest::aStoppedRunLeavesNothing()
{
    TestServer server;
    RunTrial trial(oversell);
    trial.options.settings["clients"] = 100;
    trial.options.repeats = 1'000'000;
    trial.place = placeOn(server.endpoint());
    QVERIFY(trial.begin());
    QTRY_VERIFY(trial.progress.operations > 1000);
    trial.run->stop();
    QTRY_VERIFY(trial.isOver());
    QVERIFY(trial.result && trial.result->stopped);
    QCOMPARE(server.run({"DBSIZE"}).integer, 0);
}

void RunTargetsTest::aDestroyedRunLeavesNothing()
{
    TestServer server;
    {
        RunTrial trial(oversell);
        trial.options.settings["clients"] = 100;
        trial.options.repeats = 1'000'000;
        trial.place = placeOn(server.endpoint());
        QVERIFY(trial.begin());
        QTRY_VERIFY(trial.progress.operations > 1000);
    }
    QCOMPARE(server.run({"DBSIZE"}).integer, 0);
    QTRY_COMPARE(server.run({"CLIENT", "LIST"}).text.count('\n'), 1);
}

void RunTargetsTest::theRightsThatAreNamedAreEnough_data()
{
    QTest::addColumn<QByteArray>("id");
    for (const ScenarioPtr &scenario : shippedScenarios()) {
        if (scenario->nodes == 1 && !scenario->replica && !hasScriptsOfItsOwn(*scenario))
            QTest::addRow("%s", scenario->id.constData()) << scenario->id;
    }
}

void RunTargetsTest::theRightsThatAreNamedAreEnough()
{
    QFETCH(QByteArray, id);
    if (!m_server)
        m_server = std::make_unique<TestServer>();
    TestServer &server = *m_server;
    giveRights(server, labAclLine("player"));
    RunTrial trial((*findScenario(QString::fromUtf8(id)))->source);
    trial.options.restartAfter = {};
    trial.options.rounds = 1;
    trial.options.repeats = 1;
    for (const char *name : {"clients", "waiters", "requests"}) {
        if (trial.scenario->parameter(name) != nullptr)
            trial.options.settings[name] = 2;
    }
    trial.options.roundLimit = 1s;
    trial.place = placeOn(playerOn(server));
    QVERIFY2(trial.play(), qPrintable(trial.error ? trial.error->detail : QString()));
    QCOMPARE(trial.result->mistake, QString());
    for (const Operation &each : trial.result->history.operations) {
        const auto reply = trial.result->history.texts[each.reply];
        QVERIFY2(!lackOfRights({}, {reply.data(), size_t(reply.size())}), reply.data());
    }
    QCOMPARE(server.run({"DBSIZE"}).integer, 0);
}

// The manual names it.
void RunTargetsTest::aScenarioWithScriptsOfItsOwnIsRefused()
{
    TestServer server;
    QByteArrayList refused;
    for (const ScenarioPtr &scenario : shippedScenarios()) {
        if (!hasScriptsOfItsOwn(*scenario))
            continue;
        refused.append(scenario->id);
        RunTrial trial(scenario->source);
        trial.place = placeOn(server.endpoint());
        QVERIFY(!trial.play());
        QVERIFY2(trial.error->detail.contains(QStringLiteral("could reach all keys")),
            qPrintable(trial.error->detail));
    }
    QCOMPARE(refused, QByteArrayList{"counter-script-in-script"});
}

void RunTargetsTest::theRightsReachNothingElse()
{
    TestServer server;
    giveRights(server, labAclLine("player"));
    const auto dryRun = [&](const Command &command) { return server.run(command).text; };
    QCOMPARE(dryRun({"ACL", "DRYRUN", "player", "SET", "{lab:1}:stock", "1"}), QByteArray("OK"));
    for (const Command &command : {Command({"ACL", "DRYRUN", "player", "SET", "stock", "1"}),
             Command({"ACL", "DRYRUN", "player", "GET", "stock"}),
             Command({"ACL", "DRYRUN", "player", "FLUSHALL"}),
             Command({"ACL", "DRYRUN", "player", "FLUSHDB"}),
             Command({"ACL", "DRYRUN", "player", "KEYS", "*"}),
             Command({"ACL", "DRYRUN", "player", "MONITOR"}),
             Command({"ACL", "DRYRUN", "player", "CONFIG", "GET", "*"}),
             Command({"ACL", "DRYRUN", "player", "SCRIPT", "FLUSH"}),
             Command({"ACL", "DRYRUN", "player", "FUNCTION", "FLUSH"}),
             Command({"ACL", "DRYRUN", "player", "PUBLISH", "news", "1"})})
        QVERIFY2(dryRun(command) != "OK", command.words().join(' ').constData());
}

void RunTargetsTest::aMissingRightIsToldAsTheServersRefusal_data()
{
    QTest::addColumn<QByteArray>("without");
    QTest::addColumn<QByteArray>("client");
    QTest::addColumn<QByteArray>("command");
    QTest::addColumn<QByteArray>("right");
    const auto row = [](const char *name, const char *without, const char *client,
                         const char *command, const char *right) {
        QTest::newRow(name) << QByteArray(without) << QByteArray(client) << QByteArray(command)
                            << QByteArray(right);
    };
    const char *const get = "redis.call('GET', 'stock')";
    row("a client's command", "-incr", "redis.call('INCR', 'stock')", "INCR stock", "+incr");
    row("where errors are caught", "-incr", "redis.pcall('INCR', 'stock')", "INCR stock", "+incr");
    row("the lab's look at a value", "-get", get, "GET", "+get");
    row("the setup's command", "-set", get, "SET stock 1", "+set");
    row("the keys", "resetkeys", get, "stock", "~{lab:*");
    row("within a transaction", "-incr",
        "redis.call('MULTI') redis.call('INCR', 'stock') redis.call('EXEC')", "incr", "+incr");
    row("within a script", "-set",
        "redis.script('lock-acquire', {'stock', 'line'}, {me.token, 1000})", "", "");
    row("the lab's own", "-info", get, "INFO", "+info");
    row("of the key's deadline", "-pexpireat", "sleep(20000) redis.call('GET', 'stock')", "EVAL",
        "+pexpireat");
    row("a look at the key", "-pttl", "await('stock') redis.call('GET', 'stock')", "PTTL", "+pttl");
    row("tidying up", "-del", get, "DEL", "+del");
}

void RunTargetsTest::aMissingRightIsToldAsTheServersRefusal()
{
    QFETCH(QByteArray, without);
    QFETCH(QByteArray, client);
    QFETCH(QByteArray, command);
    QFETCH(QByteArray, right);
    TestServer server;
    giveRights(server, labAclLine("player") + ' ' + without);
    RunTrial trial(QByteArray(R"(return { id = "r", family = "stock", title = { en = "t" },
        lesson = { en = "l" }, params = { clients = 2 }, keys = { "stock", "line" },
        setup = function(p) redis.call("SET", "stock", "1") end,
        client = function(p, me) )")
        + client + " end }");
    trial.place = placeOn(playerOn(server));
    QVERIFY(!trial.play());
    QVERIFY(trial.error);
    const QByteArray detail = trial.error->detail.toUtf8();
    QVERIFY2(trial.error->code == ErrorCode::NoPerm, detail.constData());
    QVERIFY2(detail.contains(command) && detail.contains(right), detail.constData());
    if (without != "-del")
        QCOMPARE(server.run({"DBSIZE"}).integer, 0);
}

void RunTargetsTest::tlsIsRefused()
{
    RunTrial trial(oversell);
    Endpoint endpoint;
    endpoint.transport = Endpoint::Transport::Tls;
    trial.place = placeOn(endpoint);
    const auto begun = trial.begin();
    QVERIFY(!begun);
    QCOMPARE(begun.error().code, ErrorCode::BadInput);
    QVERIFY(begun.error().detail.contains(QStringLiteral("TLS")));
}

void RunTargetsTest::severalServersAreRefused()
{
    QByteArray text(oversell);
    text.replace("keys = {", "nodes = 3, keys = {");
    TestServer server;
    RunTrial trial(text);
    trial.place = placeOn(server.endpoint());
    const auto begun = trial.begin();
    QVERIFY(!begun);
    QVERIFY2(begun.error().detail.contains(QStringLiteral("3 servers")),
        qPrintable(begun.error().detail));
}

void RunTargetsTest::settingsAreChecked()
{
    RunTrial trial(oversell);
    trial.options.settings["clients"] = 5001;
    const auto begun = trial.begin();
    QVERIFY(!begun);
    QVERIFY2(
        begun.error().detail.contains(QStringLiteral("clients")), qPrintable(begun.error().detail));
}

void RunTargetsTest::tooManyClientsForTheServer()
{
    TestServer server({.arguments = {QStringLiteral("--maxclients"), QStringLiteral("40")},
        .tcp = false,
        .tls = {}});
    RunTrial trial(oversell);
    trial.options.settings["clients"] = 50;
    trial.place = placeOn(server.endpoint());
    QVERIFY(!trial.play());
    QVERIFY(trial.error);
    QCOMPARE(trial.error->code, ErrorCode::BadInput);
    QVERIFY2(trial.error->detail.contains(QStringLiteral("maxclients")),
        qPrintable(trial.error->detail));
    QCOMPARE(server.run({"DBSIZE"}).integer, 0);
}

// In its first round: there is nothing to tell, except for a violation.
void RunTargetsTest::aServerThatDiesEndsTheRun()
{
    for (const bool isViolated : {false, true}) {
        TestServer server;
        RunTrial trial(QByteArray(R"(return {
            id = "calls", family = "counter", title = { en = "t" }, lesson = { en = "l" },
            params = { clients = { 50, 1, 5000 } }, keys = { "calls" },
            client = function() redis.call("INCR", "calls") count("calls") end,
            always = { count_at_most("calls", )")
            + (isViolated ? "1" : "1000000000") + ") },\n"
            + R"(finally = { value_at_least("calls", 50) } })");
        trial.options.repeats = 1'000'000;
        trial.place = placeOn(server.endpoint());
        QVERIFY(trial.begin());
        QTRY_VERIFY_WITH_TIMEOUT(trial.progress.operations > 1000, 60'000);
        server.kill9();
        QTRY_VERIFY_WITH_TIMEOUT(trial.isOver(), 60'000);
        QCOMPARE(trial.error.has_value(), !isViolated);
        QCOMPARE(trial.error ? trial.error->code : trial.result->serverLoss->code,
            ErrorCode::ConnectionLost);
        if (!isViolated)
            continue;
        QCOMPARE(trial.result->results[0].outcome, CheckOutcome::Violated);
        QCOMPARE(trial.result->results[1].outcome, CheckOutcome::Undecided);
    }
}

void RunTargetsTest::aServerThatIsNotThereIsNamed()
{
    RunTrial trial(oversell);
    Endpoint endpoint;
    endpoint.transport = Endpoint::Transport::Unix;
    endpoint.path = QStringLiteral("/nowhere/redis.sock");
    trial.place = placeOn(endpoint);
    QVERIFY(trial.begin());
    QTRY_VERIFY(trial.isOver());
    QVERIFY(trial.error);
    QCOMPARE(trial.error->code, ErrorCode::SocketMissing);
    QVERIFY2(trial.error->detail.contains(QStringLiteral("/nowhere/redis.sock")),
        qPrintable(trial.error->detail));
}

void RunTargetsTest::aHostIsFoundByItsName()
{
    TestServer server({.arguments = {}, .tcp = true, .tls = {}});
    RunTrial trial(oversell);
    Endpoint endpoint = server.tcpEndpoint();
    endpoint.host = QStringLiteral("localhost");
    trial.place = placeOn(endpoint);
    QVERIFY2(trial.play(), qPrintable(trial.error ? trial.error->detail : QString()));
    QCOMPARE(trial.result->history.operations.size(), size_t(4));
}

void RunTargetsTest::aHostWithoutAddressIsNamed()
{
    RunTrial trial(oversell);
    Endpoint endpoint;
    endpoint.transport = Endpoint::Transport::Tcp;
    endpoint.host = QStringLiteral("no-such-host.invalid");
    trial.place = placeOn(endpoint);
    QVERIFY(trial.begin());
    QTRY_VERIFY_WITH_TIMEOUT(trial.isOver(), 40'000);
    QVERIFY(trial.error);
    QCOMPARE(trial.error->code, ErrorCode::HostNotFound);
    QVERIFY(trial.error->detail.contains(QStringLiteral("no-such-host.invalid")));
}

void RunTargetsTest::aMissingServerProgramIsTold()
{
    qputenv("LOCKSTEP_REDIS_SERVER", "/nowhere/redis-server");
    RunTrial trial(oversell);
    const auto begun = trial.begin();
    const bool isOver = QTest::qWaitFor([&] { return trial.isOver(); }, 30'000);
    qunsetenv("LOCKSTEP_REDIS_SERVER");
    QVERIFY(begun && isOver);
    QVERIFY(trial.error);
    QCOMPARE(trial.error->code, ErrorCode::PrivateServerFailed);
}

void RunTargetsTest::startingDoesNotWaitForServers()
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
    QCOMPARE(trial.result->results[0].outcome, CheckOutcome::Undecided);
}

void RunTargetsTest::tooManyClientsForTheProcess()
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

QTEST_GUILESS_MAIN(RunTargetsTest)
#include "tst_runtargets.moc"

#include "tests/support/patience.h"
#include "tests/support/samples/watchlog.h"
#include "tests/support/servers/testserver.h"
#include "tests/support/slowfile.h"

#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;

// From nothing to a connection and back to nothing: servers that cannot be reached, will not have
// us, or have no room, and a Watch that is destroyed at any moment.
class TestWatchLink : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void saysWhyItCannotConnect_data();
    void saysWhyItCannotConnect();
    void aServerThatComesUpLaterIsFound();
    void aFullServerIsToldAndThenWatched_data();
    void aFullServerIsToldAndThenWatched();
    void aWrongPasswordIsNotTriedAgainSoon();
    void aPasswordThatWasMissingIsNotGuessed();
    void aPasswordThatIsNoLongerWantedIsNoticed_data();
    void aPasswordThatIsNoLongerWantedIsNoticed();
    void attemptsToSignInBecomeRarer();
    void anotherPasswordHeals();
    void aPasswordThatStopsWorkingStopsTheWatch();
    void nobodyWaitsForASlowDisk();
    void nobodyWaitsForASlowDiskAtTheEnd();
    void newCredentialsKeepWhatWasSeen();
    void isDestroyedAtOnce_data();
    void isDestroyedAtOnce();
    void isDestroyedAtOnceInTheMiddleOfWork();
    void isDestroyedWithoutEverBeingStarted();
};

void TestWatchLink::saysWhyItCannotConnect_data()
{
    QTest::addColumn<Endpoint>("endpoint");
    QTest::addColumn<ErrorCode>("code");

    Endpoint refused;
    refused.port = 1;
    QTest::newRow("nobody listens on that port") << refused << ErrorCode::ConnectionRefused;
    Endpoint unknown;
    unknown.host = QStringLiteral("no-such-host.invalid");
    QTest::newRow("no such host") << unknown << ErrorCode::HostNotFound;
    Endpoint nowhere;
    nowhere.transport = Endpoint::Transport::Unix;
    nowhere.path = QStringLiteral("/nowhere/redis.sock");
    QTest::newRow("no such socket") << nowhere << ErrorCode::SocketMissing;
}

void TestWatchLink::saysWhyItCannotConnect()
{
    QFETCH(const Endpoint, endpoint);
    QFETCH(const ErrorCode, code);
    WatchLog log(endpoint);
    log.start();
    QVERIFY(log.waitFor([&] { return log.status().trouble.has_value(); }));
    QCOMPARE(log.status().trouble->code, code);
    QCOMPARE(log.status().link, LinkState::Connecting);
    QVERIFY(log.waitFor([&] { return log.status().nextAttempt.has_value(); }));
    QCOMPARE(log.status().mode, WatchMode::None);
    QVERIFY(!log.status().staleness); // nothing was ever known
    QVERIFY(log.journal().empty());
}

void TestWatchLink::aServerThatComesUpLaterIsFound()
{
    TestServer server;
    server.kill9();
    WatchLog log(server.endpoint());
    log.start();
    QVERIFY(log.waitFor([&] { return log.status().trouble.has_value(); }));
    server.restart();
    QVERIFY(log.waitFor([&] { return log.inventoried(); }));
    QVERIFY(!log.status().trouble);
    QVERIFY(log.journal().empty()); // no gap: nothing was seen before
}

void TestWatchLink::aFullServerIsToldAndThenWatched_data()
{
    QTest::addColumn<int>("clients");
    // One of them is the test's own.
    QTest::newRow("room for none") << 1;
    QTest::newRow("room for one of three") << 2;
    QTest::newRow("room for two of three") << 3;
}

void TestWatchLink::aFullServerIsToldAndThenWatched()
{
    QFETCH(const int, clients);
    TestServer server;
    server.run({"SET", "page_view", "5"});
    server.run({"CONFIG", "SET", "maxclients", QByteArray::number(clients)});
    WatchLog log(server.endpoint());
    log.start();
    QVERIFY(log.waitFor([&] {
        return log.status().trouble && log.status().trouble->code == ErrorCode::MaxClients;
    }));
    QVERIFY(log.status().link != LinkState::Connected);
    server.run({"CONFIG", "SET", "maxclients", "100"});
    QVERIFY(log.waitFor([&] { return log.value("page_view") == 5; }));
    QCOMPARE(log.status().link, LinkState::Connected);
    QVERIFY(!log.status().trouble);
}

namespace {

qint64 refusedAuthentications(TestServer &server)
{
    qint64 count = 0;
    for (const auto &line : server.run({"INFO", "errorstats"}).text.split('\n')) {
        if (line.startsWith("errorstat_WRONGPASS:count=")
            || line.startsWith("errorstat_NOAUTH:count="))
            count += line.mid(line.indexOf('=') + 1).trimmed().toLongLong();
    }
    return count;
}

void addUser(TestServer &server)
{
    server.run({"ACL", "SETUSER", "watcher", "reset", "on", ">right", "~*", "&*", "+@all"});
    server.run({"SET", "page_view", "5"});
}

} // namespace

void TestWatchLink::aWrongPasswordIsNotTriedAgainSoon()
{
    TestServer server;
    addUser(server);
    auto endpoint = server.endpoint();
    endpoint.user = "watcher";
    endpoint.password = "wrong";
    WatchLog log(endpoint);
    log.start();
    QVERIFY(log.waitFor([&] { return log.status().link == LinkState::Stopped; }));
    QCOMPARE(log.status().trouble->code, ErrorCode::WrongPass);
    QVERIFY(!log.status().trouble->detail.contains(QStringLiteral("wrong")));
    QVERIFY(log.status().nextAttempt > log.now().takenAt + 10s);
    const auto tried = refusedAuthentications(server);
    QVERIFY2(tried >= 1 && tried <= 3, QByteArray::number(tried));
    // Longer than the first pauses between attempts.
    const auto at = log.now().takenAt;
    QVERIFY(log.waitFor([&] { return log.now().takenAt - at > 2s; }));
    QCOMPARE(refusedAuthentications(server), tried);
    QCOMPARE(log.status().link, LinkState::Stopped);
}

void TestWatchLink::aPasswordThatWasMissingIsNotGuessed()
{
    TestServer server;
    addUser(server);
    server.run({"CONFIG", "SET", "requirepass", "secret"});
    WatchLog log(server.endpoint());
    log.start();
    QVERIFY(log.waitFor([&] { return log.status().link == LinkState::Stopped; }));
    QCOMPARE(log.status().trouble->code, ErrorCode::NoAuth);
    log.watch().setCredentials({}, "secret");
    QVERIFY(log.waitFor([&] { return log.value("page_view") == 5; }));
}

void TestWatchLink::aPasswordThatIsNoLongerWantedIsNoticed_data()
{
    QTest::addColumn<bool>("isAskedTo");
    QTest::newRow("by itself after a while") << false;
    QTest::newRow("at once when it is asked to") << true;
}

void TestWatchLink::aPasswordThatIsNoLongerWantedIsNoticed()
{
    QFETCH(const bool, isAskedTo);
    TestServer server;
    addUser(server);
    server.run({"CONFIG", "SET", "requirepass", "secret"});
    WatchOptions options;
    options.signInPause = isAskedTo ? Milliseconds(3'600'000) : Milliseconds(200);
    WatchLog log(server.endpoint(), options);
    log.start();
    QVERIFY(log.waitFor([&] { return log.status().link == LinkState::Stopped; }));
    BlockingClient admin(server.socketPath());
    admin.run({"AUTH", "secret"});
    admin.run({"CONFIG", "SET", "requirepass", ""});
    if (isAskedTo)
        log.watch().retry();
    QVERIFY(log.waitFor([&] { return log.value("page_view") == 5; }));
    QCOMPARE(log.status().link, LinkState::Connected);
    QVERIFY(!log.status().trouble);
}

void TestWatchLink::attemptsToSignInBecomeRarer()
{
    TestServer server;
    addUser(server);
    auto endpoint = server.endpoint();
    endpoint.user = "watcher";
    endpoint.password = "wrong";
    WatchOptions options;
    options.signInPause = 100ms;
    WatchLog log(endpoint, options);
    log.start();
    // By then at most three connections each, after 50 ms, 100 ms, 200 ms and so on.
    QVERIFY(log.waitFor([&] {
        return log.status().nextAttempt && *log.status().nextAttempt - log.now().takenAt > 700ms;
    }));
    QCOMPARE(log.status().link, LinkState::Stopped);
    const auto tried = refusedAuthentications(server);
    QVERIFY2(tried <= 3 * 6, QByteArray::number(tried));
}

void TestWatchLink::anotherPasswordHeals()
{
    TestServer server;
    addUser(server);
    auto endpoint = server.endpoint();
    endpoint.user = "watcher";
    endpoint.password = "wrong";
    WatchLog log(endpoint);
    log.start();
    QVERIFY(log.waitFor([&] { return log.status().link == LinkState::Stopped; }));
    log.watch().setCredentials("watcher", "wrong again");
    QVERIFY(log.waitFor([&] { return log.status().link != LinkState::Stopped; }));
    QVERIFY(log.waitFor([&] { return log.status().link == LinkState::Stopped; }));
    log.watch().setCredentials("watcher", "right");
    QVERIFY(log.waitFor([&] { return log.value("page_view") == 5; }));
    QCOMPARE(log.status().link, LinkState::Connected);
    QCOMPARE(log.status().user, QByteArray("watcher"));
    QVERIFY(!log.status().trouble);
}

void TestWatchLink::aPasswordThatStopsWorkingStopsTheWatch()
{
    TestServer server;
    addUser(server);
    auto endpoint = server.endpoint();
    endpoint.user = "watcher";
    endpoint.password = "right";
    WatchLog log(endpoint);
    QVERIFY(log.startAndWait());
    server.run({"ACL", "SETUSER", "watcher", "resetpass", ">other"});
    server.run({"CLIENT", "KILL", "USER", "watcher"});
    QVERIFY(log.waitFor([&] { return log.status().link == LinkState::Stopped; }));
    QCOMPARE(log.value("page_view"), std::optional<double>(5)); // the last that is known
    QVERIFY(log.waitFor([&] { return log.status().staleness.value_or(0ms) > 1s; }));
    log.watch().setCredentials("watcher", "other");
    QVERIFY(log.waitFor([&] { return log.status().link == LinkState::Connected; }));
    QVERIFY(log.waitFor([&] { return log.value("page_view") == 5; }));
}

// The thread that watches waits for its files, the one that shows does not.
void TestWatchLink::nobodyWaitsForASlowDisk()
{
    TestServer server;
    addUser(server);
    SlowFile slow;
    Endpoint endpoint = server.endpoint();
    endpoint.transport = Endpoint::Transport::Tls;
    endpoint.tls.caFile = slow.path();
    WatchLog log(endpoint);
    log.start();
    QTRY_VERIFY(slow.isWaitedFor());
    log.watch().setCredentials("watcher", "right");
    (void)log.watch().take();
    QVERIFY(!slow.isGiven());
    slow.give();
    QVERIFY(log.waitFor([&] { return log.status().trouble.has_value(); }));
    QCOMPARE(log.status().trouble->code, ErrorCode::BadInput); // it holds no certificate
    QCOMPARE(log.status().user, QByteArray("watcher"));
}

void TestWatchLink::nobodyWaitsForASlowDiskAtTheEnd()
{
    TestServer server;
    SlowFile slow;
    Endpoint endpoint = server.endpoint();
    endpoint.transport = Endpoint::Transport::Tls;
    endpoint.tls.caFile = slow.path();
    auto watch = std::make_unique<Watch>(endpoint, builtInCatalogue());
    watch->start();
    QTRY_VERIFY(slow.isWaitedFor());
    watch.reset();
    QVERIFY(!slow.isGiven());
}

void TestWatchLink::newCredentialsKeepWhatWasSeen()
{
    TestServer server;
    addUser(server);
    server.run({"SET", "lock:a", "285475da-8aa8-4f5c-9d5b-000000000001", "PX", "60000"});
    auto endpoint = server.endpoint();
    endpoint.user = "watcher";
    endpoint.password = "right";
    WatchLog log(endpoint);
    QVERIFY(log.startAndWait());
    server.run({"PEXPIRE", "lock:a", "90000"});
    QVERIFY(log.waitFor([&] { return log.item("lock:a")->renewals == 1; }));
    const auto firstSeen = log.item("lock:a")->firstSeen;
    const auto commands = log.status().commands;
    server.run({"ACL", "SETUSER", "watcher", "resetpass", ">other"});
    server.run({"CLIENT", "KILL", "USER", "watcher"});
    QVERIFY(log.waitFor([&] { return log.status().link == LinkState::Stopped; }));
    log.forgetJournal();
    qint64 fewestCommands = commands;
    connect(&log.watch(), &Watch::updated, this,
        [&] { fewestCommands = std::min(fewestCommands, log.status().commands); });
    log.watch().setCredentials("watcher", "other");
    QVERIFY(log.waitFor([&] { return log.status().link == LinkState::Connected; }));
    QCOMPARE(fewestCommands, commands); // what was spent stays spent
    server.run({"INCR", "page_view"});
    QVERIFY(log.waitFor([&] { return log.value("page_view") == 6; }));
    QCOMPARE(log.count(JournalEntry::Kind::Unseen), 1);
    QCOMPARE(log.count(JournalEntry::Kind::Appeared), 0);
    QCOMPARE(log.count(JournalEntry::Kind::Restarted), 0);
    QCOMPARE(log.item("lock:a")->renewals, 1);
    QCOMPARE(log.item("lock:a")->firstSeen, firstSeen);
    QVERIFY(log.status().commands > commands);
}

void TestWatchLink::isDestroyedAtOnce_data()
{
    QTest::addColumn<int>("milliseconds"); // after start()
    QTest::addColumn<bool>("suspended");
    for (const int pause : {0, 1, 2, 5, 10, 30, 100}) {
        QTest::addRow("%d ms, live", pause) << pause << false;
        QTest::addRow("%d ms, hung", pause) << pause << true;
    }
}

void TestWatchLink::isDestroyedAtOnce()
{
    QFETCH(const int, milliseconds);
    QFETCH(const bool, suspended);
    TestServer server;
    std::vector<Command> fill;
    for (int i = 0; i < 2'000; ++i)
        fill.push_back({"SET", "lock:" + QByteArray::number(i), "token", "PX", "60000"});
    server.runAll(fill);
    if (suspended)
        server.suspend();
    auto watch = std::make_unique<Watch>(server.endpoint(), builtInCatalogue());
    watch->start();
    const auto started = std::chrono::steady_clock::now();
    QTRY_VERIFY(std::chrono::steady_clock::now() - started >= Milliseconds(milliseconds));
    const auto before = std::chrono::steady_clock::now();
    watch.reset();
    QVERIFY(std::chrono::steady_clock::now() - before < 4s); // no time-out, 5 s
}

void TestWatchLink::isDestroyedAtOnceInTheMiddleOfWork()
{
    TestServer server;
    std::vector<Command> fill;
    for (int i = 0; i < 50'000; ++i)
        fill.push_back({"SET", "lock:" + QByteArray::number(i), "token", "PX", "60000"});
    server.runAll(fill);
    for (const bool hung : {false, true}) {
        WatchOptions unpaced;
        unpaced.serverTimeShare = 1;
        auto watch = std::make_unique<Watch>(server.endpoint(), builtInCatalogue(), unpaced);
        WatchLog log(watch.get());
        log.start();
        QVERIFY(log.waitFor([&] { return log.status().objects > 100; }));
        QVERIFY(!log.inventoried());
        if (hung)
            server.suspend();
        const auto before = std::chrono::steady_clock::now();
        watch.reset();
        QVERIFY(std::chrono::steady_clock::now() - before < 4s); // no time-out, 5 s
    }
}

void TestWatchLink::isDestroyedWithoutEverBeingStarted()
{
    Watch watch(Endpoint(), builtInCatalogue());
    QCOMPARE(watch.take().status.link, LinkState::Connecting);
    QVERIFY(watch.take().locks->empty());
}

QTEST_GUILESS_MAIN(TestWatchLink)
#include "tst_watchlink.moc"

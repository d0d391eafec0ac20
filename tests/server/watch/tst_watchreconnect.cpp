#include "core/watch/link/watchlinks.h"
#include "tests/support/patience.h"
#include "tests/support/samples/watchlog.h"
#include "tests/support/servers/faultyrelay.h"
#include "tests/support/servers/testserver.h"

#include <QDateTime>
#include <QDeadlineTimer>
#include <QTest>

#include <algorithm>

using namespace lockstep;
using namespace std::chrono_literals;
using Kind = JournalEntry::Kind;

// Connections that come and go, and what is at their other end: how often a peer is asked that
// closes again, whether idle ones stay, whether all three reach one server, and which.
class TestWatchReconnect : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void aPeerThatClosesAgainAndAgainIsAskedLessAndLess_data();
    void aPeerThatClosesAgainAndAgainIsAskedLessAndLess();
    void listenersThatAreTooSlowForTheServerAreNoStorm();
    void connectionsThatLastedAreOpenedAgainAtOnce();
    void whoIsIdleIsNotClosedByTheServer();
    void allConnectionsReachOneServer_data();
    void allConnectionsReachOneServer();
    void aRestartIsToldAsSuch();
    void whatWasThereBeforeAGapIsNotToldAsPresent();
    void whatIsKnownIsReadBeforeNamesAreLookedForAfterAGap();
    void aLockThatGoesInAGapIsFreeForAtLeastSoLong();
    void aSemaphoreWithOtherHoldersAfterAGapIsAnotherUse();
    void aReplicaThatIsPromotedIsToldAsSuch();
    void aReplicaThatHasLostItsPrimaryIsToldAsOld();
    void aReplicaThatIsBeingMadeHasNotLostItsPrimary();
    void aReplicaWhosePrimaryDoesNotAnswerIsToldAsOld();
    void whatRunsOutOnAReplicaWithoutItsPrimaryIsNotSaidToExpire();
    void dataOfAnotherPrimaryAreNoEvents_data();
    void dataOfAnotherPrimaryAreNoEvents();
    void aFlushOfThePrimaryIsNoGapOfItsReplica();
    void anotherPasswordForALiveWatchIsNoLongGap();

private:
    WatchOptions quick() const
    {
        WatchOptions options;
        options.heartbeat = 100ms;
        return options;
    }
    bool passes(WatchLog &log, std::chrono::milliseconds time);
    // In the journal, all but silences: a machine that stands still for some seconds makes these.
    static int gaps(const WatchLog &log);
    static int gaps(const WatchLog &log, JournalEntry::Gap cause);

    std::unique_ptr<TestServer> m_server;
    const QByteArray m_token = "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11";
    const QByteArray m_other = "00000000-9a53-4f6f-8c80-0d1c1a8e9b22";
};

void TestWatchReconnect::init()
{
    m_server = std::make_unique<TestServer>();
}

bool TestWatchReconnect::passes(WatchLog &log, std::chrono::milliseconds time)
{
    const auto from = std::chrono::steady_clock::now();
    return log.waitFor([&] { return std::chrono::steady_clock::now() - from > time; });
}

int TestWatchReconnect::gaps(const WatchLog &log)
{
    return log.count(Kind::Unseen) - gaps(log, JournalEntry::Gap::Silence);
}

int TestWatchReconnect::gaps(const WatchLog &log, JournalEntry::Gap cause)
{
    const auto &journal = log.journal();
    return int(std::count_if(journal.begin(), journal.end(), [cause](const JournalEntry &entry) {
        return entry.kind == Kind::Unseen && entry.gap == cause;
    }));
}

void TestWatchReconnect::aPeerThatClosesAgainAndAgainIsAskedLessAndLess_data()
{
    QTest::addColumn<QByteArray>("at");
    QTest::newRow("when the keys are listed") << QByteArray("SCAN");
    QTest::newRow("when a key is looked at") << QByteArray("TYPE");
    QTest::newRow("when it is to send changes") << QByteArray("CLIENT");
    QTest::newRow("when somebody listens") << QByteArray("SUBSCRIBE");
}

void TestWatchReconnect::aPeerThatClosesAgainAndAgainIsAskedLessAndLess()
{
    QFETCH(const QByteArray, at);
    m_server->run({"SET", "page_view", "5"});
    FaultyRelay relay(m_server->socketPath());
    relay.cutAtEvery(at);
    WatchLog log(relay.endpoint());
    const auto from = std::chrono::steady_clock::now();
    log.start();
    QVERIFY(log.waitFor([&] { return log.status().trouble.has_value(); }));
    QVERIFY(passes(log, 5s));
    // Pauses of 50 ms and more, doubled each time up to 2.5 s and more: nine attempts in 5 s.
    const auto seconds = (std::chrono::steady_clock::now() - from) / 1s;
    const auto attempts = 10 + seconds / 2;
    QVERIFY2(relay.accepted() <= 3 * attempts, QByteArray::number(relay.accepted()));
    QVERIFY2(gaps(log) <= attempts, QByteArray::number(gaps(log)));
    QVERIFY(log.waitFor([&] { return log.status().trouble.has_value(); }));
    relay.cutAtEvery({});
    QVERIFY(log.waitFor([&] { return log.inventoried() && log.value("page_view") == 5; }));
    QVERIFY(!log.status().trouble);
}

// The server closes a subscriber whose output it cannot get rid of.
void TestWatchReconnect::listenersThatAreTooSlowForTheServerAreNoStorm()
{
    std::vector<Command> fill;
    Command change{"MSET"};
    for (int i = 0; i < 3'000; ++i) {
        const auto key = "lock:" + QByteArray::number(i);
        fill.push_back({"SET", key, m_token});
        change << key << m_other;
    }
    m_server->runAll(fill);
    m_server->run({"CONFIG", "SET", "client-output-buffer-limit", "pubsub 1000 1000 1"});
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    const auto commands = [&] {
        const auto text = m_server->run({"INFO", "stats"}).text;
        const auto at = text.indexOf("total_commands_processed:") + 25;
        return text.mid(at, text.indexOf('\r', at) - at).toLongLong();
    };
    const auto before = commands();
    const auto from = std::chrono::steady_clock::now();
    QVERIFY(log.waitFor([&] {
        m_server->run(change);
        return std::chrono::steady_clock::now() - from > 5s;
    }));
    const auto connections = m_server->run({"INFO", "stats"}).text;
    const auto at = connections.indexOf("total_connections_received:") + 27;
    const auto made = connections.mid(at, connections.indexOf('\r', at) - at).toInt();
    QVERIFY2(made > 4, "nobody was closed: this tests nothing");
    QVERIFY2(made < 60, QByteArray::number(made));
    // Some ten times everything, which is 6,000 commands.
    const auto sent = commands() - before;
    QVERIFY2(sent < 100'000, QByteArray::number(sent));
    m_server->run({"CONFIG", "SET", "client-output-buffer-limit", "pubsub 0 0 0"});
    QVERIFY(log.waitFor(
        [&] { return log.token("lock:2999") == m_other && log.status().staleness == 0ms; }));
}

void TestWatchReconnect::connectionsThatLastedAreOpenedAgainAtOnce()
{
    FaultyRelay relay(m_server->socketPath());
    WatchLinks links(relay.endpoint(), 5s, 30s);
    std::vector<Milliseconds> pauses;
    connect(&links, &WatchLinks::lost, this,
        [&](const Error &, Milliseconds nextAttempt) { pauses.push_back(nextAttempt); });
    links.open();
    for (int i = 0; i < 3; ++i) {
        QTRY_VERIFY(links.areOpen());
        relay.cutAllNow();
        QTRY_COMPARE(pauses.size(), size_t(i + 1));
    }
    QVERIFY(pauses[0] > 0ms && pauses[2] > pauses[0]);
    QTRY_VERIFY(links.areOpen());
    const auto opened = std::chrono::steady_clock::now();
    QTRY_VERIFY(std::chrono::steady_clock::now() - opened > 11s);
    relay.cutAllNow();
    QTRY_COMPARE(pauses.size(), size_t(4));
    QCOMPARE(pauses[3], Milliseconds(0));
    QTRY_VERIFY(links.areOpen());
}

void TestWatchReconnect::whoIsIdleIsNotClosedByTheServer()
{
    m_server->run({"SET", "page_view", "5"});
    m_server->run({"CONFIG", "SET", "timeout", "7"});
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    QVERIFY(passes(log, 18s));
    QCOMPARE(gaps(log), 0);
}

void TestWatchReconnect::allConnectionsReachOneServer_data()
{
    QTest::addColumn<QList<int>>("order"); // of two servers, again and again
    QTest::newRow("one after the other") << QList<int>{0, 1};
    QTest::newRow("the third is another") << QList<int>{0, 0, 1};
    QTest::newRow("the second is another") << QList<int>{0, 1, 0};
    QTest::newRow("the first is another") << QList<int>{1, 0, 0, 0};
}

// As behind a balancer. Both servers have clients of the same numbers, so that each accepts a
// redirection to a connection that the other has.
void TestWatchReconnect::allConnectionsReachOneServer()
{
    QFETCH(const QList<int>, order);
    TestServer second;
    TestServer *servers[] = {m_server.get(), &second};
    QStringList paths;
    for (const int each : order)
        paths << servers[each]->socketPath();
    for (auto *server : servers) {
        for (int i = 0; i < 20; ++i) // so that numbers of clients meet
            BlockingClient(server->socketPath()).run({"PING"});
        server->run({"SET", "lock:a", m_token, "PX", "600000"});
    }
    FaultyRelay relay(m_server->socketPath());
    relay.balance(paths);
    WatchLog log(relay.endpoint(), quick());
    QVERIFY(log.startAndWait());
    QCOMPARE(log.status().mode, WatchMode::Push);
    int watchedServers = 0;
    for (auto *server : servers) {
        const auto clients = server->run({"CLIENT", "LIST"}).text.count(" name=lockstep-");
        QVERIFY2(clients == 0 || clients == 3, QByteArray::number(clients));
        if (clients == 0)
            continue;
        ++watchedServers;
        server->run({"SET", "lock:a", m_other, "PX", "600000"});
        QVERIFY(log.waitFor([&] { return log.token("lock:a") == m_other; }));
        server->run({"SET", "lock:b", m_token, "PX", "600000"});
        QVERIFY(log.waitFor([&] { return log.token("lock:b") == m_token; }));
    }
    QCOMPARE(watchedServers, 1);
}

void TestWatchReconnect::aRestartIsToldAsSuch()
{
    m_server->run({"SET", "page_view", "5"});
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    const auto first = log.status().serverRunId;
    QVERIFY(!first.isEmpty());
    m_server->run({"CLIENT", "KILL", "TYPE", "pubsub"});
    QVERIFY(log.waitFor([&] { return gaps(log) == 1; }));
    QCOMPARE(log.count(Kind::Restarted), 0);
    m_server->restart();
    QVERIFY(log.waitFor([&] { return gaps(log) == 2; }));
    QCOMPARE(log.count(Kind::Restarted), 1);
    QVERIFY(log.status().serverRunId != first);
}

void TestWatchReconnect::whatWasThereBeforeAGapIsNotToldAsPresent()
{
    m_server->run({"SET", "lock:1", m_token, "PX", "600000"});
    WatchLog log(m_server->endpoint(), quick());
    QVERIFY(log.startAndWait());
    QVERIFY(!log.status().isCatchingUp);
    m_server->kill9();
    QVERIFY(log.waitFor([&] { return log.status().link == LinkState::Reconnecting; }));
    bool isToldAsPresent = false;
    connect(&log.watch(), &Watch::updated, this, [&] {
        const auto &status = log.status();
        const bool isPresent = status.link == LinkState::Connected && !status.isCatchingUp;
        isToldAsPresent |= isPresent && log.item("lock:1");
    });
    m_server->restart(); // without its data
    QVERIFY(log.waitFor(
        [&] { return log.status().link == LinkState::Connected && !log.status().isCatchingUp; }));
    QVERIFY(!log.item("lock:1"));
    QVERIFY(!isToldAsPresent);
}

void TestWatchReconnect::whatIsKnownIsReadBeforeNamesAreLookedForAfterAGap()
{
    const auto hold = [this](const QByteArray &token) {
        std::vector<Command> commands;
        for (int n = 0; n < 2000; ++n)
            commands.push_back({"SET", "lock:" + QByteArray::number(n), token, "PX", "600000"});
        m_server->runAll(commands);
    };
    hold(m_token);
    FaultyRelay relay(m_server->socketPath());
    WatchLog log(relay.endpoint(), quick());
    QVERIFY(log.startAndWait());
    relay.refuse(true);
    relay.cutAllNow();
    QVERIFY(log.waitFor([&] { return log.status().link == LinkState::Reconnecting; }));
    hold(m_other);
    m_server->run({"SET", "lock:new", m_other, "PX", "600000"});
    int outdated = -1; // locks that are shown as before the gap when the new one appears
    connect(&log.watch(), &Watch::updated, this, [&] {
        if (outdated >= 0 || !log.item("lock:new"))
            return;
        const auto &locks = *log.now().locks;
        outdated = int(std::count_if(locks.begin(), locks.end(), [this](const ItemPtr &item) {
            return item->reading.holder && item->reading.holder->token == m_token;
        }));
    });
    relay.refuse(false);
    QVERIFY(log.waitFor([&] { return outdated >= 0; }));
    QCOMPARE(outdated, 0);
}

void TestWatchReconnect::aLockThatGoesInAGapIsFreeForAtLeastSoLong()
{
    m_server->run({"SET", "lock:1", m_token, "PX", "600000"});
    m_server->run({"SET", "lock:2", m_token, "PX", "600000"});
    FaultyRelay relay(m_server->socketPath());
    WatchLog log(relay.endpoint(), quick());
    QVERIFY(log.startAndWait());
    const auto free = [&log](const QByteArray &key) {
        const auto &freed = *log.now().freed;
        const auto found = std::find_if(
            freed.begin(), freed.end(), [&key](const ItemPtr &item) { return item->key == key; });
        return found == freed.end() ? ItemPtr() : *found;
    };
    m_server->run({"DEL", "lock:1"});
    QVERIFY(log.waitFor([&] { return free("lock:1"); }));
    QVERIFY(ageBound(*free("lock:1")) == AgeBound::Exact);
    QVERIFY(heldFor(*free("lock:1"), log.now().takenAt) < 1h); // since it was found free
    relay.refuse(true);
    relay.cutAllNow();
    QVERIFY(log.waitFor([&] { return log.status().link == LinkState::Reconnecting; }));
    m_server->run({"DEL", "lock:2"});
    relay.refuse(false);
    QVERIFY(log.waitFor([&] { return free("lock:2"); }));
    QVERIFY(ageBound(*free("lock:2")) == AgeBound::AtLeast);
}

// As of a lock: no holder of before is there, so nothing tells that it was in use in between.
void TestWatchReconnect::aSemaphoreWithOtherHoldersAfterAGapIsAnotherUse()
{
    const auto take = [this](const char *token) {
        m_server->run({"ZADD", "semaphore:exports",
            QByteArray::number(QDateTime::currentMSecsSinceEpoch()), token});
        m_server->run({"PEXPIRE", "semaphore:exports", "600000"});
    };
    take("6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11");
    take("6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b12");
    FaultyRelay relay(m_server->socketPath());
    WatchLog log(relay.endpoint(), quick());
    QVERIFY(log.startAndWait());
    QVERIFY(log.item("semaphore:exports") && log.item("semaphore:exports")->reading.permits);
    const Instant before = log.item("semaphore:exports")->firstSeen;
    relay.refuse(true);
    m_server->kill9();
    QVERIFY(log.waitFor([&] { return log.status().link == LinkState::Reconnecting; }));
    m_server->restart(); // without its data
    take("6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b13");
    take("6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b14");
    relay.refuse(false);
    QVERIFY(log.waitFor(
        [&] { return log.status().link == LinkState::Connected && !log.status().isCatchingUp; }));
    const ItemPtr item = log.item("semaphore:exports");
    QVERIFY(item && item->reading.permits);
    QVERIFY(ageBound(*item) == AgeBound::AtLeast);
    QVERIFY(item->firstSeen > before && !item->heldSince);
}

void TestWatchReconnect::aReplicaThatIsPromotedIsToldAsSuch()
{
    TestServer primary({{}, true, {}});
    m_server->run({"REPLICAOF", "127.0.0.1", QByteArray::number(primary.tcpPort())});
    WatchLog log(m_server->endpoint(), quick());
    QVERIFY(log.startAndWait());
    QVERIFY(log.waitFor([&] { return log.status().serverRole == u"slave"; }));
    m_server->run({"REPLICAOF", "NO", "ONE"});
    QVERIFY(log.waitFor([&] { return log.status().serverRole == u"master"; }));
    m_server->run({"REPLICAOF", "127.0.0.1", QByteArray::number(primary.tcpPort())});
    QVERIFY(log.waitFor([&] { return log.status().serverRole == u"slave"; }));
}

// The lock may be renewed on its primary all the time.
void TestWatchReconnect::aReplicaThatHasLostItsPrimaryIsToldAsOld()
{
    TestServer primary({{}, true, {}});
    m_server->run({"CONFIG", "SET", "replica-serve-stale-data", "yes"});
    m_server->run({"REPLICAOF", "127.0.0.1", QByteArray::number(primary.tcpPort())});
    QTRY_VERIFY(m_server->run({"INFO", "replication"}).text.contains("master_link_status:up"));
    WatchLog log(m_server->endpoint(), quick());
    QVERIFY(log.startAndWait());
    QVERIFY(log.waitFor([&] { return log.status().serverRole == u"slave"; }));
    primary.run({"SET", "lock:1", m_token, "PX", "20000"});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Acquired, "lock:1") == 1; }));
    QVERIFY(!log.status().trouble);
    primary.kill9();
    QVERIFY(log.waitFor([&] { return log.status().trouble.has_value(); }));
    QCOMPARE(log.status().trouble->code, ErrorCode::MasterDown);
    QVERIFY(log.waitFor([&] { return log.status().unseenSince.has_value(); }));
    QVERIFY(log.waitFor([&] { return log.status().staleness > 2s; }));
    QVERIFY(log.waitFor([&] { return !log.item("lock:1"); }));
    QCOMPARE(log.count(Kind::Expired), 0);
    QCOMPARE(log.count(Kind::Gone, "lock:1"), 1);
    QCOMPARE(gaps(log), 1);
    QCOMPARE(gaps(log, JournalEntry::Gap::Primary), 1);
    primary.restart();
    QVERIFY(log.waitFor([&] { return !log.status().trouble && !log.status().unseenSince; }));
    QVERIFY(log.waitFor([&] { return log.status().staleness == 0ms; }));
    // It has begun with other data: until that is known and all was gone over, what happens is told
    // as in a gap.
    bool isToldApart = false;
    const QDeadlineTimer limit(120s);
    for (int i = 2; !limit.hasExpired() && !isToldApart; ++i) {
        const QByteArray key = "lock:" + QByteArray::number(i);
        primary.run({"SET", key, m_token, "PX", "600000"});
        QVERIFY(log.waitFor(
            [&] { return log.count(Kind::Acquired, key) + log.count(Kind::Appeared, key) == 1; }));
        primary.run({"DEL", key});
        QVERIFY(log.waitFor(
            [&] { return log.count(Kind::Released, key) + log.count(Kind::Gone, key) == 1; }));
        isToldApart = log.count(Kind::Acquired, key) == 1 && log.count(Kind::Released, key) == 1;
    }
    QVERIFY(isToldApart);
}

// Nothing is lost: it has never had the data.
void TestWatchReconnect::aReplicaThatIsBeingMadeHasNotLostItsPrimary()
{
    TestServer primary({{}, true, {}});
    primary.run({"CONFIG", "SET", "repl-diskless-sync-delay", "5"});
    primary.run({"SET", "lock:1", m_token, "PX", "600000"});
    m_server->run({"REPLICAOF", "127.0.0.1", QByteArray::number(primary.tcpPort())});
    WatchLog log(m_server->endpoint(), quick());
    log.start();
    bool wasCopying = false;
    bool wasSaidToBeLost = false;
    QVERIFY(log.waitFor([&] {
        wasCopying |= log.status().serverRole == u"slave" && !log.item("lock:1");
        wasSaidToBeLost |= log.status().trouble || log.status().unseenSince;
        return log.item("lock:1") != nullptr;
    }));
    QVERIFY(wasCopying);
    QVERIFY(!wasSaidToBeLost);
    QCOMPARE(gaps(log, JournalEntry::Gap::Primary), 0);
}

// Its address may be wrong.
void TestWatchReconnect::aReplicaWhosePrimaryDoesNotAnswerIsToldAsOld()
{
    const auto nobody = TestServer({{}, true, {}}).tcpPort();
    m_server->run({"REPLICAOF", "127.0.0.1", QByteArray::number(nobody)});
    WatchLog log(m_server->endpoint(), quick());
    QVERIFY(log.startAndWait());
    QVERIFY(log.waitFor([&] { return log.status().trouble.has_value(); }));
    QCOMPARE(log.status().trouble->code, ErrorCode::MasterDown);
    QVERIFY(log.status().staleness > 10s);
}

void TestWatchReconnect::whatRunsOutOnAReplicaWithoutItsPrimaryIsNotSaidToExpire()
{
    TestServer primary({{}, true, {}});
    m_server->run({"REPLICAOF", "127.0.0.1", QByteArray::number(primary.tcpPort())});
    QTRY_VERIFY(m_server->run({"INFO", "replication"}).text.contains("master_link_status:up"));
    WatchOptions options;
    options.heartbeat = 1h; // long after the lock has run out
    WatchLog log(m_server->endpoint(), options);
    QVERIFY(log.startAndWait());
    QVERIFY(log.waitFor([&] { return log.status().serverRole == u"slave"; }));
    // While it has its primary it is said, unless the look comes late, or only when all is over,
    // as it may on a busy machine now and then.
    const auto lines = [&] {
        return log.count(Kind::Expired, "lock:1") + log.count(Kind::Gone, "lock:1");
    };
    for (int time = 0; time < 20 && log.count(Kind::Expired, "lock:1") == 0; ++time) {
        const int before = lines();
        primary.run({"SET", "lock:1", m_token, "PX", "500"});
        (void)QTest::qWaitFor([&] { return lines() > before; }, 5000);
    }
    QVERIFY(log.count(Kind::Expired, "lock:1") > 0);
    primary.run({"SET", "lock:2", m_token, "PX", "3000"});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Acquired, "lock:2") == 1; }));
    primary.kill9();
    QVERIFY(log.waitFor([&] { return !log.item("lock:2"); }));
    QCOMPARE(log.count(Kind::Expired, "lock:2"), 0);
    QCOMPARE(log.count(Kind::Gone, "lock:2"), 1);
    QVERIFY(log.waitFor([&] { return log.status().trouble.has_value(); }));
    QCOMPARE(log.status().trouble->code, ErrorCode::MasterDown);
}

void TestWatchReconnect::dataOfAnotherPrimaryAreNoEvents_data()
{
    QTest::addColumn<bool>("wasReplica");
    QTest::newRow("a replica gets another primary") << true;
    QTest::newRow("a primary becomes a replica") << false;
}

// The lock of one primary has not been handed over to the holder of the same name on another one.
void TestWatchReconnect::dataOfAnotherPrimaryAreNoEvents()
{
    QFETCH(bool, wasReplica);
    TestServer one({{}, true, {}});
    TestServer other({{}, true, {}});
    const auto follow = [&](TestServer &primary) {
        m_server->run({"REPLICAOF", "127.0.0.1", QByteArray::number(primary.tcpPort())});
    };
    TestServer &first = wasReplica ? one : *m_server;
    first.run({"SET", "lock:both", m_token, "PX", "600000"});
    first.run({"SET", "lock:old", m_token, "PX", "600000"});
    other.run({"SET", "lock:both", m_other, "PX", "600000"});
    other.run({"SET", "lock:new", m_other, "PX", "600000"});
    if (wasReplica) {
        follow(one);
        QTRY_VERIFY(m_server->run({"INFO", "replication"}).text.contains("master_link_status:up"));
    }
    WatchLog log(m_server->endpoint(), quick());
    QVERIFY(log.startAndWait());
    QCOMPARE(log.token("lock:both"), m_token);
    follow(other);
    QVERIFY(log.waitFor([&] { return log.token("lock:both") == m_other; }));
    QVERIFY(log.waitFor([&] { return log.item("lock:new") && !log.item("lock:old"); }));
    for (const Kind invented : {Kind::HandedOver, Kind::Released, Kind::Expired, Kind::Acquired})
        QCOMPARE(log.count(invented), 0);
    QCOMPARE(log.count(Kind::Gone, "lock:old"), 1);
    QCOMPARE(log.count(Kind::Appeared, "lock:new"), 1);
    QVERIFY(gaps(log, JournalEntry::Gap::OtherData) > 0);
    other.run({"DEL", "lock:new"});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Released, "lock:new") == 1; }));
}

void TestWatchReconnect::aFlushOfThePrimaryIsNoGapOfItsReplica()
{
    TestServer primary({{}, true, {}});
    primary.run({"SET", "lock:1", m_token, "PX", "600000"});
    m_server->run({"REPLICAOF", "127.0.0.1", QByteArray::number(primary.tcpPort())});
    QTRY_VERIFY(m_server->run({"INFO", "replication"}).text.contains("master_link_status:up"));
    WatchLog log(m_server->endpoint(), quick());
    QVERIFY(log.startAndWait());
    QVERIFY(log.waitFor([&] { return log.status().serverRole == u"slave"; }));
    primary.run({"FLUSHALL"});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Released, "lock:1") == 1; }));
    QCOMPARE(gaps(log), 0);
}

void TestWatchReconnect::anotherPasswordForALiveWatchIsNoLongGap()
{
    m_server->run({"SET", "lock:1", m_token, "PX", "600000"});
    WatchLog log(m_server->endpoint(), quick());
    QVERIFY(log.startAndWait());
    m_server->run({"SET", "lock:1", m_other, "PX", "600000"});
    QVERIFY(log.waitFor([&] { return log.token("lock:1") == m_other; }));
    const auto begun = log.item("lock:1")->firstSeen;
    log.watch().setCredentials({}, {});
    QVERIFY(log.waitFor([&] { return !log.now().unseen->empty(); }));
    QVERIFY(log.now().unseen->front().from >= begun);
}

QTEST_GUILESS_MAIN(TestWatchReconnect)
#include "tst_watchreconnect.moc"

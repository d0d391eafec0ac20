// A real Cluster of three primaries and three replicas is watched as one, while its slots and roles
// move and nodes come, go and stand still. What the journal says is compared with what was done.

#include "core/redis/connection/connection.h"
#include "core/redis/values/hashslot.h"
#include "core/watch/link/allowlist.h"
#include "tests/support/clustergroup.h"
#include "tests/support/patience.h"
#include "tests/support/watchlog.h"

#include <QCoroTask>
#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;
using Kind = JournalEntry::Kind;

class TestClusterWatch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void allNodesAreOneSetOfTables();
    void aReplicasAddressLeadsToTheCluster();
    void aKeyThatMovesIsNeitherReleasedNorAcquired();
    void aSlotThatIsBeingMovedInventsNothing();
    void aKeyThatGoesWhileItMovesIsGone();
    void afterAFailoverThereIsOneLine_data();
    void afterAFailoverThereIsOneLine();
    void aNodeIsAddedAndRemoved();
    void aNodeThatStandsStillIsUnknownAndComesBack();
    void aNodeThatStandsStillKeepsNothingOfTheOthersBack();
    void aNodeThatRestartsIsNamed();
    void allNodesAreGoneForAWhile();
    void waitersAreSummedOverTheNodes();
    void theClientsOfAllNodesAreListed();
    void aUserOfTheAclLineMissesNothing();
    void whoMayAskLaterFindsTheOthers();

private:
    static Endpoint at(const TestServer &server)
    {
        Endpoint endpoint;
        endpoint.port = server.tcpPort();
        return endpoint;
    }
    static WatchOptions quick()
    {
        WatchOptions options;
        options.heartbeat = 100ms;
        options.inventoryEvery = 1s;
        return options;
    }
    static QString addressOf(const TestServer &server)
    {
        return u"127.0.0.1:%1"_qs.arg(server.tcpPort());
    }
    static QByteArray id(TestServer &server) { return server.run({"CLUSTER", "MYID"}).text; }
    TestServer &server(size_t which) { return m_cluster->server(which); }
    TestServer &ownerOf(const QByteArray &key) { return server(m_cluster->ownerOf(key)); }
    // A lock's name whose slot that primary got at the beginning.
    QByteArray lockOf(size_t primary, const QByteArray &start = "lock:")
    {
        for (int i = 0;; ++i) {
            const QByteArray key = start + QByteArray::number(i);
            if (m_cluster->ownerOf(key) == primary)
                return key;
        }
    }
    void fill();
    void beginMove(const QByteArray &key, TestServer &from, TestServer &to);
    static void migrate(const QByteArray &key, TestServer &from, TestServer &to);
    void endMove(const QByteArray &key, TestServer &to);
    void move(const QByteArray &key, TestServer &from, TestServer &to);
    [[nodiscard]] static QByteArray linesOf(const WatchLog &log);
    static const NodeStatus *nodeAt(const WatchLog &log, const TestServer &server);

    std::unique_ptr<ClusterTestGroup> m_cluster;
    std::vector<QByteArray> m_locks; // one of each primary
    std::vector<QByteArray> m_counters;
    const QByteArray m_token = "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11";
    const QByteArray m_other = "00000000-9a53-4f6f-8c80-0d1c1a8e9b22";
};

void TestClusterWatch::init()
{
    m_cluster = std::make_unique<ClusterTestGroup>();
    m_locks.clear();
    m_counters.clear();
    fill();
}

void TestClusterWatch::cleanup()
{
    m_cluster.reset();
}

void TestClusterWatch::fill()
{
    for (size_t i = 0; i < ClusterTestGroup::primaries; ++i) {
        m_locks.push_back(lockOf(i));
        m_counters.push_back(lockOf(i, "page_view:"));
        server(i).run({"SET", m_locks.back(), m_token, "PX", "600000"});
        server(i).run({"SET", m_counters.back(), "5"});
    }
}

void TestClusterWatch::beginMove(const QByteArray &key, TestServer &from, TestServer &to)
{
    const auto slot = QByteArray::number(hashSlot(key));
    QVERIFY(!to.run({"CLUSTER", "SETSLOT", slot, "IMPORTING", id(from)}).isError());
    QVERIFY(!from.run({"CLUSTER", "SETSLOT", slot, "MIGRATING", id(to)}).isError());
}

void TestClusterWatch::migrate(const QByteArray &key, TestServer &from, TestServer &to)
{
    const Command command{
        "MIGRATE", "127.0.0.1", QByteArray::number(to.tcpPort()), key, "0", "60000"};
    QCOMPARE(from.run(command).text, QByteArray("OK"));
}

void TestClusterWatch::endMove(const QByteArray &key, TestServer &to)
{
    const auto slot = QByteArray::number(hashSlot(key));
    const auto node = id(to);
    QVERIFY(!to.run({"CLUSTER", "SETSLOT", slot, "NODE", node}).isError());
    for (size_t i = 0; i < ClusterTestGroup::primaries; ++i) {
        if (server(i).run({"INFO", "replication"}).text.contains("role:master"))
            QVERIFY(!server(i).run({"CLUSTER", "SETSLOT", slot, "NODE", node}).isError());
    }
}

void TestClusterWatch::move(const QByteArray &key, TestServer &from, TestServer &to)
{
    beginMove(key, from, to);
    migrate(key, from, to);
    endMove(key, to);
}

QByteArray TestClusterWatch::linesOf(const WatchLog &log)
{
    QByteArray lines;
    for (const JournalEntry &entry : log.journal())
        lines += QByteArray::number(int(entry.kind)) + ' ' + entry.key + entry.node.toUtf8() + '\n';
    return lines;
}

const NodeStatus *TestClusterWatch::nodeAt(const WatchLog &log, const TestServer &server)
{
    for (const NodeStatus &node : *log.now().nodes) {
        if (node.address == addressOf(server))
            return &node;
    }
    return nullptr;
}

void TestClusterWatch::allNodesAreOneSetOfTables()
{
    WatchLog log(at(server(1)), quick());
    QVERIFY(log.startAndWait());
    QCOMPARE(log.status().objects, qint64(6));
    QCOMPARE(log.status().mode, WatchMode::Push);
    QCOMPARE(log.status().serverMode, u"cluster"_qs);
    QCOMPARE(log.status().address, at(server(1)).display());
    QCOMPARE(log.status().cluster, (ClusterCoverage{3, 3, 0}));
    QVERIFY(!log.status().trouble);
    QVERIFY(log.status().missing.empty());
    QCOMPARE(log.now().nodes->size(), size_t(3));
    QCOMPARE(log.now().nodes->front().address, addressOf(server(0)));
    QCOMPARE(log.now().nodes->front().slotRanges, u"0-5460"_qs);
    QCOMPARE(log.now().locks->size(), size_t(3));
    QVERIFY(std::is_sorted(log.now().locks->begin(), log.now().locks->end(),
        [](const ItemPtr &left, const ItemPtr &right) { return left->key < right->key; }));
    log.forgetJournal();
    for (size_t i = 0; i < ClusterTestGroup::primaries; ++i) {
        server(i).run({"INCR", m_counters[i]});
        QVERIFY(log.waitFor([&] { return log.value(m_counters[i]) == 6; }));
        const auto added = lockOf(i, "lock:new:");
        server(i).run({"SET", added, m_token, "PX", "600000"});
        QVERIFY(log.waitFor([&] { return log.count(Kind::Acquired, added) == 1; }));
        server(i).run({"SET", m_locks[i], m_other, "PX", "600000"});
        QVERIFY(log.waitFor([&] { return log.count(Kind::HandedOver, m_locks[i]) == 1; }));
        server(i).run({"DEL", m_locks[i]});
        QVERIFY(log.waitFor([&] { return log.count(Kind::Released, m_locks[i]) == 1; }));
    }
    QCOMPARE(log.journal().size(), size_t(9));
}

void TestClusterWatch::aReplicasAddressLeadsToTheCluster()
{
    WatchLog log(at(server(4)), quick());
    QVERIFY(log.startAndWait());
    QCOMPARE(log.status().objects, qint64(6));
    QCOMPARE(log.status().cluster, (ClusterCoverage{3, 3, 0}));
    QCOMPARE(log.now().nodes->at(1).address, addressOf(server(1)));
}

void TestClusterWatch::aKeyThatMovesIsNeitherReleasedNorAcquired()
{
    WatchLog log(at(server(0)), quick());
    QVERIFY(log.startAndWait());
    log.forgetJournal();
    const auto before = log.item(m_locks[0])->firstSeen;
    move(m_locks[0], server(0), server(1));
    move(m_counters[2], server(2), server(1));
    server(1).run({"INCR", m_counters[2]});
    QVERIFY(log.waitFor([&] { return log.value(m_counters[2]) == 6; }));
    const QString ranges = QString::number(hashSlot(m_locks[0]));
    QVERIFY(log.waitFor([&] {
        const auto *node = nodeAt(log, server(1));
        return node && node->slotRanges.split(u' ').contains(ranges);
    }));
    server(1).run({"PEXPIRE", m_locks[0], "500000"});
    QVERIFY(log.waitFor([&] {
        const auto item = log.item(m_locks[0]);
        return item && item->reading.ttl.remaining(item->readAt) <= 500000ms;
    }));
    QCOMPARE(log.item(m_locks[0])->firstSeen, before); // the same holder has it all the time
    QCOMPARE(log.status().objects, qint64(6));
    log.forgetJournal(); // that it has less time now
    server(1).run({"DEL", m_locks[0]});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Released, m_locks[0]) == 1; }));
    QVERIFY2(log.journal().size() == 1, linesOf(log));
    QVERIFY(!log.status().trouble);
}

void TestClusterWatch::aSlotThatIsBeingMovedInventsNothing()
{
    std::vector<QByteArray> keys;
    for (int i = 0; i < 300; ++i) {
        keys.push_back("lock:{" + m_locks[0] + "}:" + QByteArray::number(i));
        server(0).run({"SET", keys.back(), m_token, "PX", "600000"});
    }
    WatchLog log(at(server(0)), quick());
    QVERIFY(log.startAndWait());
    log.forgetJournal();
    size_t objects = log.now().locks->size();
    QCOMPARE(objects, size_t(303));
    size_t fewest = objects;
    size_t most = objects;
    const auto noteRows = connect(&log.watch(), &Watch::updated, this, [&] {
        fewest = std::min(fewest, log.now().locks->size());
        most = std::max(most, log.now().locks->size());
    });
    const auto roundTrip = [&](TestServer &from, TestServer &to) {
        beginMove(m_locks[0], from, to);
        for (const auto &key : keys) {
            migrate(key, from, to);
            QTest::qWait(0);
        }
        migrate(m_locks[0], from, to);
        endMove(m_locks[0], to);
    };
    roundTrip(server(0), server(2));
    roundTrip(server(2), server(0)); // and back, before anything has settled
    roundTrip(server(0), server(1));
    const auto isRead = [&](const QByteArray &key) {
        const auto item = log.item(key);
        return item && item->reading.holder && item->reading.holder->token == m_other;
    };
    for (const auto &key : keys)
        server(1).run({"SET", key, m_other, "PX", "600000"});
    QVERIFY(log.waitFor([&] { return std::all_of(keys.begin(), keys.end(), isRead); }));
    disconnect(noteRows);
    QCOMPARE(fewest, size_t(303)); // rows stay
    QCOMPARE(most, size_t(303));
    QCOMPARE(log.count(Kind::Released), 0);
    QCOMPARE(log.count(Kind::Acquired), 0);
    QCOMPARE(log.count(Kind::MovedAway), 0);
    // Whoever got a lock that had moved since it was read last is told as after a gap.
    QCOMPARE(log.count(Kind::HandedOver) + log.count(Kind::Appeared), 300);
    QCOMPARE(log.count(Kind::Appeared), log.count(Kind::Gone));
}

void TestClusterWatch::aKeyThatGoesWhileItMovesIsGone()
{
    auto seldom = quick();
    seldom.inventoryEvery = 1h;
    WatchLog log(at(server(0)), seldom);
    QVERIFY(log.startAndWait());
    log.forgetJournal();
    beginMove(m_locks[0], server(0), server(1));
    migrate(m_locks[0], server(0), server(1));
    Command asking{"ASKING"};
    server(1).runAll({asking, {"DEL", m_locks[0]}});
    endMove(m_locks[0], server(1));
    QVERIFY(log.waitFor([&] { return !log.item(m_locks[0]); }));
    QVERIFY(log.waitFor([&] {
        return log.count(Kind::Gone, m_locks[0]) + log.count(Kind::Released, m_locks[0]) == 1;
    }));
    QVERIFY2(log.journal().size() == 1, linesOf(log));
    QCOMPARE(log.status().objects, qint64(5));
}

void TestClusterWatch::afterAFailoverThereIsOneLine_data()
{
    QTest::addColumn<bool>("isKilled");
    QTest::newRow("planned") << false;
    QTest::newRow("killed") << true;
}

void TestClusterWatch::afterAFailoverThereIsOneLine()
{
    QFETCH(const bool, isKilled);
    WatchLog log(at(server(1)), quick());
    QVERIFY(log.startAndWait());
    QTRY_COMPARE_WITH_TIMEOUT(server(3).run({"DBSIZE"}).integer, qint64(2), 60'000);
    log.forgetJournal();
    auto &promoted = server(3);
    const auto waitsForAnswers = [&] {
        const auto info = promoted.run({"INFO", "replication"}).text;
        return info.contains("role:master");
    };
    if (isKilled) {
        server(0).kill9();
        QVERIFY(log.waitFor([&] {
            const auto *node = nodeAt(log, server(0));
            return node && node->status.link != LinkState::Connected;
        }));
        QCOMPARE(log.status().link, LinkState::Connected);
        QVERIFY(log.waitFor([&] { return log.status().cluster == ClusterCoverage{3, 2, 0}; }));
        QVERIFY(!promoted.run({"CLUSTER", "FAILOVER", "TAKEOVER"}).isError());
    } else {
        QTRY_VERIFY_WITH_TIMEOUT(!promoted.run({"CLUSTER", "FAILOVER"}).isError(), 60'000);
    }
    QTRY_VERIFY_WITH_TIMEOUT(waitsForAnswers(), 60'000);
    QVERIFY(log.waitFor([&] {
        const auto *node = nodeAt(log, promoted);
        return node && node->status.link == LinkState::Connected;
    }));
    QVERIFY(log.waitFor([&] { return log.count(Kind::Restarted) == 1; }));
    promoted.run({"INCR", m_counters[0]});
    QVERIFY(log.waitFor([&] { return log.value(m_counters[0]) == 6; }));
    QVERIFY(log.waitFor([&] { return log.token(m_locks[0]) == m_token; }));
    promoted.run({"DEL", m_locks[0]});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Released, m_locks[0]) == 1; }));
    QVERIFY2(log.journal().size() == 2, linesOf(log));
    const auto &line = log.journal().front();
    QCOMPARE(line.kind, Kind::Restarted);
    QCOMPARE(line.primary, addressOf(promoted));
    QCOMPARE(line.slotRanges, u"0-5460"_qs);
    QCOMPARE(log.status().objects, qint64(5));
    QVERIFY(log.waitFor([&] { return log.status().cluster == ClusterCoverage{3, 3, 0}; }));
}

void TestClusterWatch::aNodeIsAddedAndRemoved()
{
    WatchLog log(at(server(0)), quick());
    QVERIFY(log.startAndWait());
    log.forgetJournal();
    TestServer::Options options;
    options.cluster = true;
    TestServer added(options);
    added.run({"CLUSTER", "MEET", "127.0.0.1", QByteArray::number(server(0).tcpPort())});
    const auto isKnown = [&] {
        const auto node = id(added);
        for (size_t i = 0; i < ClusterTestGroup::primaries; ++i) {
            if (!server(i).run({"CLUSTER", "NODES"}).text.contains(node)
                || !added.run({"CLUSTER", "NODES"}).text.contains(id(server(i))))
                return false;
        }
        return !added.run({"CLUSTER", "NODES"}).text.contains("handshake")
            && added.run({"CLUSTER", "INFO"}).text.contains("cluster_state:ok");
    };
    QTRY_VERIFY_WITH_TIMEOUT(isKnown(), 120'000);
    move(m_locks[0], server(0), added);
    QVERIFY(log.waitFor([&] { return nodeAt(log, added) != nullptr; }));
    QVERIFY(log.waitFor([&] { return log.status().cluster == ClusterCoverage{4, 4, 0}; }));
    added.run({"PERSIST", m_locks[0]});
    QVERIFY(log.waitFor([&] {
        const auto item = log.item(m_locks[0]);
        return item && item->reading.ttl.isPersistent();
    }));
    QCOMPARE(log.status().objects, qint64(6));
    QCOMPARE(log.count(Kind::Acquired) + log.count(Kind::Released) + log.count(Kind::Gone), 0);
    QCOMPARE(log.count(Kind::Unseen), 0);

    move(m_locks[0], added, server(2));
    QVERIFY(log.waitFor([&] { return !nodeAt(log, added); }));
    server(2).run({"PEXPIRE", m_locks[0], "400000"});
    QVERIFY(log.waitFor([&] {
        const auto item = log.item(m_locks[0]);
        return item && item->reading.ttl.remaining(item->readAt).has_value();
    }));
    QCOMPARE(log.status().objects, qint64(6));
    QCOMPARE(log.status().cluster, (ClusterCoverage{3, 3, 0}));
    QCOMPARE(log.count(Kind::Acquired) + log.count(Kind::Released) + log.count(Kind::Gone), 0);
    QCOMPARE(log.count(Kind::Unseen) + log.count(Kind::Restarted), 0);
}

void TestClusterWatch::aNodeThatStandsStillIsUnknownAndComesBack()
{
    auto options = quick();
    options.commandTimeout = 3s;
    WatchLog log(at(server(1)), options);
    QVERIFY(log.startAndWait());
    log.forgetJournal();
    server(0).suspend();
    QVERIFY(log.waitFor([&] {
        const auto item = log.item(m_locks[0]);
        return item && lockState(*item, log.now().takenAt) == LockState::Unknown;
    }));
    // The others are as they were, and are watched on.
    QCOMPARE(lockState(*log.item(m_locks[1]), log.now().takenAt), LockState::Held);
    QVERIFY(!log.status().unseenSince);
    server(1).run({"DEL", m_locks[1]});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Released, m_locks[1]) == 1; }));
    QVERIFY2(log.journal().size() == 1, linesOf(log));
    QVERIFY(log.waitFor([&] {
        const auto *node = nodeAt(log, server(0));
        return node && node->status.link == LinkState::Reconnecting;
    }));
    QVERIFY(log.waitFor([&] { return log.status().troubledNode == addressOf(server(0)); }));
    server(0).resume();
    QVERIFY(log.waitFor([&] { return log.token(m_locks[0]) == m_token; }));
    QVERIFY(log.waitFor([&] { return log.value(m_counters[0]) == 5; }));
    QVERIFY(log.waitFor([&] { return log.count(Kind::Unseen) == 1; }));
    QVERIFY2(log.journal().size() == 2, linesOf(log));
    QCOMPARE(log.journal().back().node, addressOf(server(0)));
    server(0).run({"DEL", m_locks[0]});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Released, m_locks[0]) == 1; }));
    QVERIFY(log.waitFor([&] { return !log.status().trouble; }));
}

// A silence that ends before the connection is given up.
void TestClusterWatch::aNodeThatStandsStillKeepsNothingOfTheOthersBack()
{
    auto options = quick();
    options.commandTimeout = 60s;
    options.inventoryEvery = 1h;
    WatchLog log(at(server(1)), options);
    QVERIFY(log.startAndWait());
    log.forgetJournal();
    server(0).suspend();
    QVERIFY(log.waitFor([&] {
        const auto item = log.item(m_locks[0]);
        return item && lockState(*item, log.now().takenAt) == LockState::Unknown;
    }));
    server(2).run({"SET", m_locks[2], m_other, "PX", "600000"});
    QVERIFY(log.waitFor([&] { return log.count(Kind::HandedOver, m_locks[2]) == 1; }));
    server(0).resume();
    QVERIFY(log.waitFor([&] { return log.token(m_locks[0]) == m_token; }));
    QVERIFY(log.waitFor([&] { return log.count(Kind::Unseen) == 1; }));
    QVERIFY2(log.journal().size() == 2, linesOf(log));
    QCOMPARE(log.journal().back().node, addressOf(server(0)));
}

void TestClusterWatch::aNodeThatRestartsIsNamed()
{
    WatchLog log(at(server(1)), quick());
    QVERIFY(log.startAndWait());
    log.forgetJournal();
    server(0).restart(); // without its data
    QVERIFY(log.waitFor([&] { return log.count(Kind::Restarted) == 1; }));
    QVERIFY(log.waitFor([&] { return !log.item(m_locks[0]) && !log.item(m_counters[0]); }));
    QCOMPARE(log.count(Kind::Gone, m_locks[0]), 1);
    QCOMPARE(log.count(Kind::Released), 0);
    for (const JournalEntry &entry : log.journal()) {
        if (entry.key.isEmpty())
            QCOMPARE(entry.node, addressOf(server(0)));
    }
    QCOMPARE(log.status().objects, qint64(4));
}

void TestClusterWatch::allNodesAreGoneForAWhile()
{
    auto options = quick();
    options.commandTimeout = 3s;
    WatchLog log(at(server(1)), options);
    QVERIFY(log.startAndWait());
    log.forgetJournal();
    for (size_t i = 0; i < ClusterTestGroup::primaries; ++i)
        server(i).suspend();
    QVERIFY(log.waitFor([&] { return log.status().link == LinkState::Reconnecting; }));
    QVERIFY(log.status().unseenSince);
    QCOMPARE(log.now().locks->size(), size_t(3));
    for (size_t i = 0; i < ClusterTestGroup::primaries; ++i)
        server(i).resume();
    QVERIFY(log.waitFor([&] { return log.status().cluster == ClusterCoverage{3, 3, 0}; }));
    for (size_t i = 0; i < ClusterTestGroup::primaries; ++i) {
        server(i).run({"INCR", m_counters[i]});
        QVERIFY(log.waitFor([&] { return log.value(m_counters[i]) == 6; }));
        QVERIFY(log.waitFor([&] { return log.token(m_locks[i]) == m_token; }));
    }
    QVERIFY2(log.count(Kind::Unseen) == int(log.journal().size()), linesOf(log));
}

void TestClusterWatch::waitersAreSummedOverTheNodes()
{
    const QByteArray lock = lockOf(0, "crown-");
    server(0).run({"HSET", lock, m_token + ":42", "1"});
    server(0).run({"PEXPIRE", lock, "600000"});
    const QByteArray channel = "redisson_lock__channel:{" + lock + '}';
    std::vector<std::unique_ptr<Connection>> waiting;
    const auto listen = [&](size_t node, const QByteArray &command, const QByteArray &name) {
        auto &connection = waiting.emplace_back(std::make_unique<Connection>(at(server(node))));
        QVERIFY(QCoro::waitFor(connection->open()));
        connection->send(Command{command, name}, [](const Result<Reply> &) {});
    };
    WatchLog log(at(server(0)), quick());
    QVERIFY(log.startAndWait());
    QVERIFY(log.waitFor([&] { return bool(log.item(lock)); }));
    const auto waiters = [&] { return log.item(lock)->reading.waiters; };
    QVERIFY(log.waitFor([&] { return waiters() == 0; }));
    listen(0, "SUBSCRIBE", channel);
    listen(1, "SUBSCRIBE", channel);
    listen(2, "SUBSCRIBE", channel);
    QVERIFY(log.waitFor([&] { return waiters() == 3; }));
    waiting.pop_back();
    QVERIFY(log.waitFor([&] { return waiters() == 2; }));
    listen(0, "SSUBSCRIBE", channel); // a sharded channel, which only its node knows
    QVERIFY(log.waitFor([&] { return waiters() == 3; }));
}

void TestClusterWatch::theClientsOfAllNodesAreListed()
{
    Connection named(at(server(2)), [] {
        ConnectionOptions options;
        options.clientName = "worker-of-two";
        return options;
    }());
    QVERIFY(QCoro::waitFor(named.open()));
    WatchLog log(at(server(0)), quick());
    QVERIFY(log.startAndWait());
    std::optional<ClientList> list;
    connect(
        &log.watch(), &Watch::clientsListed, this, [&](const ClientList &told) { list = told; });
    log.watch().listClients();
    QVERIFY(log.waitFor([&] { return list.has_value(); }));
    QVERIFY(!list->trouble);
    QVERIFY(std::any_of(list->clients.begin(), list->clients.end(),
        [](const ClientEntry &client) { return client.name == "worker-of-two"; }));
    QVERIFY(list->connected >= 9 + 1);
}

void TestClusterWatch::aUserOfTheAclLineMissesNothing()
{
    const auto line = aclLine("watcher").replace("<password>", "secret").split(' ');
    for (size_t i = 0; i < 2 * ClusterTestGroup::primaries; ++i)
        QVERIFY(!server(i).run(Command(line)).isError());
    const QByteArray lock = lockOf(0, "crown-");
    server(0).run({"HSET", lock, m_token + ":42", "1"});
    server(0).run({"PEXPIRE", lock, "600000"});
    auto endpoint = at(server(3));
    endpoint.user = "watcher";
    endpoint.password = "secret";
    WatchLog log(endpoint, quick());
    QVERIFY(log.startAndWait());
    QVERIFY(log.waitFor([&] { return log.item(lock) && log.item(lock)->reading.waiters == 0; }));
    QCOMPARE(log.status().objects, qint64(7));
    QVERIFY(log.status().missing.empty());
    for (size_t i = 0; i < ClusterTestGroup::primaries; ++i)
        QVERIFY(!server(i).run({"ACL", "LOG"}).isError());
    QVERIFY(server(0).run({"ACL", "LOG"}).elements.empty());
}

void TestClusterWatch::whoMayAskLaterFindsTheOthers()
{
    for (size_t i = 0; i < ClusterTestGroup::primaries; ++i)
        server(i).run(
            {"ACL", "SETUSER", "alone", "on", ">secret", "~*", "&*", "+@all", "-cluster"});
    auto endpoint = at(server(0));
    endpoint.user = "alone";
    endpoint.password = "secret";
    WatchLog log(endpoint, quick());
    QVERIFY(log.startAndWait());
    QCOMPARE(log.status().objects, qint64(2));
    QVERIFY(!log.status().cluster);
    QVERIFY(log.isMissing("CLUSTER SLOTS", MissingPermission::Effect::NoCluster));
    server(0).run({"ACL", "SETUSER", "alone", "+cluster|slots"});
    QVERIFY(log.waitFor([&] { return log.status().cluster.has_value(); }));
    QVERIFY(log.waitFor([&] { return log.status().objects == 6; }));
}

QTEST_GUILESS_MAIN(TestClusterWatch)
#include "tst_clusterwatch.moc"

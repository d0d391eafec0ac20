// A real Cluster of three primaries and three replicas is watched as one: what is shown of all its
// nodes together, and to whom.

#include "core/redis/connection/connection.h"
#include "core/watch/link/allowlist.h"
#include "core/watch/snapshot/completeness.h"
#include "tests/server/cluster/clusterscene.h"

#include <QCoroTask>

using namespace lockstep;
using namespace std::chrono_literals;

class TestClusterWatch : public ClusterScene
{
    Q_OBJECT

private Q_SLOTS:
    void init() { begin(); }
    void cleanup() { end(); }
    void allNodesAreOneSetOfTables();
    void aReplicasAddressLeadsToTheCluster();
    void waitersAreSummedOverTheNodes();
    void waitersAreNotCountedWhileANodeIsAway();
    void theRefusalOfOneNodeIsItsOwn();
    void theClientsOfAllNodesAreListed();
    void aUserOfTheAclLineMissesNothing();
    void whoMayAskLaterFindsTheOthers();

private:
    // Who waits for that lock of Redisson at that node.
    std::unique_ptr<Connection> listener(
        size_t node, const QByteArray &command, const QByteArray &lock)
    {
        auto connection = std::make_unique<Connection>(at(server(node)));
        if (!QCoro::waitFor(connection->open()))
            qFatal("A node cannot be reached.");
        connection->send(Command{command, "redisson_lock__channel:{" + lock + '}'},
            [](const Result<Reply> &) {});
        return connection;
    }
    void allowAll(const QByteArray &user)
    {
        for (size_t i = 0; i < 2 * primaries; ++i)
            server(i).run({"ACL", "SETUSER", user, "on", ">secret", "~*", "&*", "+@all"});
    }
    static Endpoint as(const QByteArray &user, const TestServer &server)
    {
        auto endpoint = at(server);
        endpoint.user = user;
        endpoint.password = "secret";
        return endpoint;
    }
};

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
    for (size_t i = 0; i < primaries; ++i) {
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

void TestClusterWatch::waitersAreSummedOverTheNodes()
{
    const QByteArray lock = addAwaitedLock(0);
    WatchLog log(at(server(0)), quick());
    QVERIFY(log.startAndWait());
    QVERIFY(log.waitFor([&] { return bool(log.item(lock)); }));
    const auto waiters = [&] { return log.item(lock)->reading.waiters; };
    QVERIFY(log.waitFor([&] { return waiters() == 0; }));
    const auto first = listener(0, "SUBSCRIBE", lock);
    const auto second = listener(1, "SUBSCRIBE", lock);
    auto third = listener(2, "SUBSCRIBE", lock);
    QVERIFY(log.waitFor([&] { return waiters() == 3; }));
    third.reset();
    QVERIFY(log.waitFor([&] { return waiters() == 2; }));
    third = listener(0, "SSUBSCRIBE", lock); // a sharded channel, which only its node knows
    QVERIFY(log.waitFor([&] { return waiters() == 3; }));
}

// Whoever listens at a node that does not answer has not given up.
void TestClusterWatch::waitersAreNotCountedWhileANodeIsAway()
{
    const QByteArray lock = addAwaitedLock(0);
    const auto waiting = listener(1, "SUBSCRIBE", lock);
    auto impatient = quick();
    impatient.commandTimeout = 1s;
    WatchLog log(at(server(0)), impatient);
    QVERIFY(log.startAndWait());
    const auto waiters = [&] { return log.item(lock)->reading.waiters; };
    QVERIFY(log.waitFor([&] { return waiters() == 1; }));
    server(1).suspend();
    QVERIFY(log.waitFor([&] { return log.status().cluster == ClusterCoverage{3, 2, 0}; }));
    QCOMPARE(completeness(log.status(), Family::Lock), Completeness::Partial);
    const auto away = log.now().takenAt;
    QVERIFY(log.waitFor([&] { return log.now().takenAt - away > 12s; })); // two rounds
    QVERIFY(!waiters().has_value()); // neither 0, nor what was counted long ago
    server(1).resume();
    QVERIFY(log.waitFor([&] { return log.status().cluster == ClusterCoverage{3, 3, 0}; }));
    QVERIFY(log.waitFor([&] { return waiters() == 1; }));
    QVERIFY(log.waitFor([&] { return completeness(log.status()) == Completeness::Complete; }));
}

// What one node refuses is missing there, and the others are watched without a gap.
void TestClusterWatch::theRefusalOfOneNodeIsItsOwn()
{
    const QByteArray lock = addAwaitedLock(0);
    const auto waiting = listener(0, "SSUBSCRIBE", lock);
    allowAll("partly");
    server(0).run({"ACL", "SETUSER", "partly", "-pubsub|shardnumsub"});
    WatchLog log(as("partly", server(1)), quick());
    QVERIFY(log.startAndWait());
    QVERIFY(log.waitFor([&] {
        const auto *node = nodeAt(log.now(), server(0));
        return node && node->status.missing.size() == 1;
    }));
    for (const size_t other : {1, 2})
        QVERIFY(nodeAt(log.now(), server(other))->status.missing.empty());
    const auto told = log.now().takenAt;
    QVERIFY(log.waitFor([&] { return log.now().takenAt - told > 3s; })); // it is tried again
    QCOMPARE(log.count(Kind::Unseen), 0);
    server(0).run({"ACL", "SETUSER", "partly", "+pubsub|shardnumsub"});
    QVERIFY(log.waitFor([&] { return log.item(lock)->reading.waiters == 1; }));
    QCOMPARE(log.count(Kind::Unseen), 1);
    QVERIFY(log.status().missing.empty());
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
    for (size_t i = 0; i < 2 * primaries; ++i)
        QVERIFY(!server(i).run(Command(line)).isError());
    // As `acl` says; before 7.2 it is refused, and the command is not known either.
    for (size_t i = 0; i < 2 * primaries; ++i)
        server(i).run({"ACL", "SETUSER", "watcher", "+client|no-touch"});
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
    for (size_t i = 0; i < primaries; ++i)
        QVERIFY(!server(i).run({"ACL", "LOG"}).isError());
    QVERIFY(server(0).run({"ACL", "LOG"}).elements.empty());
}

void TestClusterWatch::whoMayAskLaterFindsTheOthers()
{
    allowAll("alone");
    server(0).run({"ACL", "SETUSER", "alone", "-cluster"});
    WatchLog log(as("alone", server(0)), quick());
    QVERIFY(log.startAndWait());
    QCOMPARE(log.status().objects, qint64(2));
    QVERIFY(!log.status().cluster);
    QVERIFY(log.isMissing("CLUSTER SLOTS", MissingPermission::Effect::NoCluster));
    const auto firstSeen = log.item(m_locks[0])->firstSeen;
    log.forgetJournal();
    server(0).run({"ACL", "SETUSER", "alone", "+cluster|slots"});
    QVERIFY(log.waitFor([&] { return log.status().cluster.has_value(); }));
    QVERIFY(log.waitFor([&] { return log.status().objects == 6; }));
    // What was seen before is known still, and that there was a gap is told once.
    QCOMPARE(log.count(Kind::Unseen), 1);
    QCOMPARE(log.now().unseen->size(), size_t(1));
    QCOMPARE(log.now().nodes->front().unseen->size(), size_t(1));
    QCOMPARE(log.count(Kind::Appeared, m_locks[0]), 0);
    QCOMPARE(log.item(m_locks[0])->firstSeen, firstSeen);
    server(0).run({"DEL", m_locks[0]});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Released, m_locks[0]) == 1; }));
}

QTEST_GUILESS_MAIN(TestClusterWatch)
#include "tst_clusterwatch.moc"

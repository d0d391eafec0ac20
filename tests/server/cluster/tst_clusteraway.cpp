// A Cluster is watched while nodes of it stand still, restart or are down: of them nothing is
// known, and nothing is invented.

#include "tests/server/cluster/clusterscene.h"

using namespace lockstep;
using namespace std::chrono_literals;

class TestClusterAway : public ClusterScene
{
    Q_OBJECT

private Q_SLOTS:
    void init() { begin(); }
    void cleanup() { end(); }
    void aNodeThatStandsStillIsUnknownAndComesBack();
    void aNodeThatStandsStillKeepsNothingOfTheOthersBack();
    void aNodeThatRestartsIsNamed();
    void allNodesAreGoneForAWhile();
    void aClusterThatIsDownIsTold();
    void halfOfTheClusterIsKilled();
};

void TestClusterAway::aNodeThatStandsStillIsUnknownAndComesBack()
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
    QVERIFY(log.item(m_locks[0])->isHidden); // and not refused
    // The others are as they were, and are watched on.
    QCOMPARE(lockState(*log.item(m_locks[1]), log.now().takenAt), LockState::Held);
    QVERIFY(!log.status().unseenSince);
    server(1).run({"DEL", m_locks[1]});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Released, m_locks[1]) == 1; }));
    QVERIFY2(log.journal().size() == 1, linesOf(log.journal()));
    QVERIFY(log.waitFor([&] {
        const auto *node = nodeAt(log.now(), server(0));
        return node && node->status.link == LinkState::Reconnecting;
    }));
    QVERIFY(log.waitFor([&] { return log.status().troubledNode == addressOf(server(0)); }));
    server(0).resume();
    QVERIFY(log.waitFor([&] { return log.token(m_locks[0]) == m_token; }));
    QVERIFY(!log.item(m_locks[0])->isHidden);
    QVERIFY(log.waitFor([&] { return log.value(m_counters[0]) == 5; }));
    QVERIFY(log.waitFor([&] { return log.count(Kind::Unseen) == 1; }));
    QVERIFY2(log.journal().size() == 2, linesOf(log.journal()));
    QCOMPARE(log.journal().back().node, addressOf(server(0)));
    server(0).run({"DEL", m_locks[0]});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Released, m_locks[0]) == 1; }));
    QVERIFY(log.waitFor([&] { return !log.status().trouble; }));
}

void TestClusterAway::aNodeThatStandsStillKeepsNothingOfTheOthersBack()
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
    QVERIFY2(log.journal().size() == 2, linesOf(log.journal()));
    QCOMPARE(log.journal().back().node, addressOf(server(0)));
}

void TestClusterAway::aNodeThatRestartsIsNamed()
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

void TestClusterAway::allNodesAreGoneForAWhile()
{
    auto options = quick();
    options.commandTimeout = 3s;
    WatchLog log(at(server(1)), options);
    QVERIFY(log.startAndWait());
    log.forgetJournal();
    for (size_t i = 0; i < primaries; ++i)
        server(i).suspend();
    QVERIFY(log.waitFor([&] { return log.status().link == LinkState::Reconnecting; }));
    QVERIFY(log.status().unseenSince);
    QCOMPARE(log.now().locks->size(), size_t(3));
    for (size_t i = 0; i < primaries; ++i)
        server(i).resume();
    QVERIFY(log.waitFor([&] { return log.status().cluster == ClusterCoverage{3, 3, 0}; }));
    for (size_t i = 0; i < primaries; ++i) {
        server(i).run({"INCR", m_counters[i]});
        QVERIFY(log.waitFor([&] { return log.value(m_counters[i]) == 6; }));
        QVERIFY(log.waitFor([&] { return log.token(m_locks[i]) == m_token; }));
    }
    QVERIFY2(log.count(Kind::Unseen) == int(log.journal().size()), linesOf(log.journal()));
}

// Nobody serves the slots of a primary that is gone together with its replica. Where a Cluster has
// to be whole, the others refuse theirs, too.
void TestClusterAway::aClusterThatIsDownIsTold()
{
    for (size_t i = 0; i < 2 * primaries; ++i) {
        const auto set = [&](const QByteArray &name, const QByteArray &value) {
            QVERIFY(!server(i).run({"CONFIG", "SET", name, value}).isError());
        };
        set("cluster-node-timeout", "5000");
        set("cluster-replica-no-failover", "yes");
        set("cluster-require-full-coverage", "yes");
    }
    WatchLog log(at(server(1)), quick());
    QVERIFY(log.startAndWait());
    log.forgetJournal();
    server(2).suspend();
    server(5).suspend();
    QVERIFY(log.waitFor([&] {
        const auto *node = nodeAt(log.now(), server(0));
        return node && node->status.trouble && node->status.trouble->code == ErrorCode::ClusterDown;
    }));
    QCOMPARE(log.now().locks->size(), size_t(3));
    QVERIFY2(log.count(Kind::Unseen) == int(log.journal().size()), linesOf(log.journal()));
    server(2).resume();
    server(5).resume();
    QVERIFY(log.waitFor([&] { return !log.status().trouble; }));
    QVERIFY(log.waitFor([&] { return log.token(m_locks[2]) == m_token; }));
    QVERIFY2(log.count(Kind::Unseen) == int(log.journal().size()), linesOf(log.journal()));
    server(0).run({"DEL", m_locks[0]});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Released, m_locks[0]) == 1; }));
}

// Two primaries of three are dead and a replica of the third, so that there is no majority that
// could elect anybody: the primary that is left refuses everything, too. Then the replicas of the
// dead are told to take over.
void TestClusterAway::halfOfTheClusterIsKilled()
{
    WatchLog log(at(server(2)), quick());
    QVERIFY(log.startAndWait());
    for (size_t i = 0; i < 2; ++i)
        QTRY_COMPARE_WITH_TIMEOUT(server(primaries + i).run({"DBSIZE"}).integer, qint64(2), 60'000);
    log.forgetJournal();
    giveUpAfter("5000");
    for (const size_t which : {0, 1, 5})
        server(which).kill9();
    QVERIFY(log.waitFor([&] {
        const auto *node = nodeAt(log.now(), server(2));
        return node && node->status.trouble && node->status.trouble->code == ErrorCode::ClusterDown;
    }));
    for (const QByteArray &lock : m_locks)
        QVERIFY2(log.item(lock), lock);
    for (const size_t which : {0, 1})
        QVERIFY(log.waitFor([&] {
            return lockState(*log.item(m_locks[which]), log.now().takenAt) == LockState::Unknown;
        }));
    QVERIFY2(log.count(Kind::Unseen) == int(log.journal().size()), linesOf(log.journal()));

    for (const size_t which : {3, 4})
        VERIFY_OK(server(which).run({"CLUSTER", "FAILOVER", "TAKEOVER"}));
    giveUpAfter("120000");
    QVERIFY(log.waitFor([&] { return log.status().cluster == ClusterCoverage{3, 3, 0}; }));
    QVERIFY(log.waitFor([&] { return !log.status().trouble; }));
    for (const QByteArray &lock : m_locks)
        QVERIFY(log.waitFor([&] { return log.token(lock) == m_token; }));
    QVERIFY(log.waitFor([&] { return log.count(Kind::Restarted) == 2; }));
    QCOMPARE(server(4).run({"DEL", m_locks[1]}).integer, qint64(1));
    QVERIFY(log.waitFor([&] { return log.count(Kind::Released, m_locks[1]) == 1; }));
    QCOMPARE(server(2).run({"DEL", m_locks[2]}).integer, qint64(1));
    QVERIFY(log.waitFor([&] { return log.count(Kind::Released, m_locks[2]) == 1; }));
    QCOMPARE(log.count(Kind::Restarted), 2);
    for (const JournalEntry &entry : log.journal()) {
        const bool isExpected = entry.key.isEmpty()
            ? entry.kind == Kind::Unseen || entry.kind == Kind::Restarted
            : entry.kind == Kind::Released && (entry.key == m_locks[1] || entry.key == m_locks[2]);
        QVERIFY2(isExpected, linesOf(log.journal()));
    }
    QCOMPARE(log.count(Kind::Released), 2);
    QCOMPARE(log.status().objects, qint64(4));
}

QTEST_GUILESS_MAIN(TestClusterAway)
#include "tst_clusteraway.moc"

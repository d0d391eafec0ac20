// A node of a Cluster is watched alone, because the user may not ask for the others: primary or
// replica, while slots and roles move and while the Cluster is down.

#include "core/watch/link/allowlist.h"
#include "tests/support/patience.h"
#include "tests/support/samples/watchlog.h"
#include "tests/support/servers/testserver.h"

#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;
using Kind = JournalEntry::Kind;
using Effect = MissingPermission::Effect;

class TestWatchCluster : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void aReplicaIsWatched();
    void aReplicaThatMayNotBeReadIsTold();
    void aPrimaryThatBecomesAReplicaIsWatchedOn();
    void keysThatMoveAwayAreNotReleased();
    void theMoveOfASlotIsTroubleNoLongerThanItLasts();
    void aClusterThatIsDownIsToldAndNotHammered();
    void aClusterThatGoesDownIsToldWhileNothingChanges();

private:
    static TestServer::Options node()
    {
        TestServer::Options options;
        options.cluster = true;
        return options;
    }
    WatchOptions quick() const
    {
        WatchOptions options;
        options.heartbeat = 100ms;
        options.inventoryEvery = 1s;
        return options;
    }
    // As a user who may not ask which nodes there are.
    static Endpoint alone(TestServer &server)
    {
        server.run({"ACL", "SETUSER", "alone", "on", ">secret", "~*", "&*", "+@all", "-cluster"});
        auto endpoint = server.endpoint();
        endpoint.user = "alone";
        endpoint.password = "secret";
        return endpoint;
    }
    static QByteArray port(const TestServer &server)
    {
        return QByteArray::number(server.tcpPort());
    }
    static QByteArray id(TestServer &server) { return server.run({"CLUSTER", "MYID"}).text; }
    static bool isOk(TestServer &server)
    {
        return server.run({"CLUSTER", "INFO"}).text.contains("cluster_state:ok");
    }
    static Command withAllSlots(const QByteArray &subcommand);
    void takeAllSlots(TestServer &server);
    void meet();
    void makeReplica();
    void fill();
    static qint64 refusals(TestServer &server, const QByteArray &word);

    std::unique_ptr<TestServer> m_first;
    std::unique_ptr<TestServer> m_second;
    const QByteArray m_token = "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11";
    const QByteArray m_other = "00000000-9a53-4f6f-8c80-0d1c1a8e9b22";
};

void TestWatchCluster::init()
{
    m_first = std::make_unique<TestServer>(node());
    m_second = std::make_unique<TestServer>(node());
    takeAllSlots(*m_first);
}

Command TestWatchCluster::withAllSlots(const QByteArray &subcommand)
{
    Command command{"CLUSTER", subcommand};
    for (int slot = 0; slot < 16384; ++slot)
        command << QByteArray::number(slot);
    return command;
}

void TestWatchCluster::takeAllSlots(TestServer &server)
{
    QVERIFY(!server.run(withAllSlots("ADDSLOTS")).isError());
    QTRY_VERIFY(isOk(server));
}

void TestWatchCluster::meet()
{
    m_second->run({"CLUSTER", "MEET", "127.0.0.1", port(*m_first)});
    QTRY_VERIFY(m_first->run({"CLUSTER", "NODES"}).text.contains(id(*m_second)));
    QTRY_VERIFY(m_second->run({"CLUSTER", "NODES"}).text.contains(id(*m_first)));
    QTRY_VERIFY(isOk(*m_first) && isOk(*m_second));
}

void TestWatchCluster::makeReplica()
{
    meet();
    QTRY_VERIFY(!m_second->run({"CLUSTER", "REPLICATE", id(*m_first)}).isError());
    QTRY_VERIFY(m_second->run({"INFO", "replication"}).text.contains("master_link_status:up"));
}

void TestWatchCluster::fill()
{
    m_first->run({"SET", "page_view", "5"});
    m_first->run({"SET", "lock:a", m_token, "PX", "600000"});
    m_first->run({"SET", "lock:b", m_token, "PX", "600000"});
    m_first->run({"HSET", "the-crown", m_token + ":42", "1"});
    m_first->run({"PEXPIRE", "the-crown", "600000"});
}

qint64 TestWatchCluster::refusals(TestServer &server, const QByteArray &word)
{
    const auto text = server.run({"INFO", "errorstats"}).text;
    const auto at = text.indexOf("errorstat_" + word + ":count=");
    const auto from = text.indexOf('=', at) + 1;
    return at < 0 ? 0 : text.mid(from, text.indexOf('\r', from) - from).toLongLong();
}

void TestWatchCluster::aReplicaIsWatched()
{
    makeReplica();
    fill();
    QTRY_COMPARE(m_second->run({"DBSIZE"}).integer, qint64(4));
    WatchLog log(alone(*m_second), quick());
    QVERIFY(log.startAndWait());
    QCOMPARE(log.status().objects, qint64(4));
    QCOMPARE(log.status().mode, WatchMode::Push);
    QVERIFY(log.waitFor([&] { return log.status().serverRole == u"slave"; }));
    m_first->run({"INCR", "page_view"});
    QVERIFY(log.waitFor([&] { return log.value("page_view") == 6; }));
    m_first->run({"SET", "lock:a", m_other, "PX", "600000"});
    QVERIFY(log.waitFor([&] { return log.count(Kind::HandedOver, "lock:a") == 1; }));
    m_first->run({"SET", "lock:new", m_other, "PX", "600000"});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Acquired, "lock:new") == 1; }));
    m_first->run({"DEL", "lock:b"});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Released, "lock:b") == 1; }));
    m_first->run({"SET", "lock:brief", m_other, "PX", "5000"});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Acquired, "lock:brief") == 1; }));
    QVERIFY(log.waitFor([&] { return log.count(Kind::Expired, "lock:brief") == 1; }));
    QCOMPARE(log.count(Kind::Released), 1);
    QVERIFY(!log.status().trouble);
    QCOMPARE(log.status().missing.size(), size_t(1));
    QVERIFY(log.isMissing("CLUSTER SLOTS", Effect::NoCluster));
    QVERIFY(!log.status().cluster);
}

void TestWatchCluster::aReplicaThatMayNotBeReadIsTold()
{
    makeReplica();
    fill();
    QTRY_COMPARE(m_second->run({"DBSIZE"}).integer, qint64(4));
    const auto line = aclLine("watcher").replace("<password>", "secret") + " -readonly -cluster";
    QVERIFY(!m_second->run(Command(line.split(' '))).isError());
    auto endpoint = m_second->endpoint();
    endpoint.user = "watcher";
    endpoint.password = "secret";
    WatchLog log(endpoint, quick());
    QVERIFY(log.startAndWait());
    QCOMPARE(log.status().objects, qint64(0));
    QVERIFY(log.waitFor([&] { return log.isMissing("READONLY", Effect::NoReplica); }));
    // Nor is it asked for the same again and again.
    const auto before = refusals(*m_second, "MOVED");
    QVERIFY(before > 0);
    const auto seen = log.now().takenAt;
    QVERIFY(log.waitFor([&] { return log.now().takenAt - seen > 3s; }));
    QVERIFY2(refusals(*m_second, "MOVED") <= before + 8,
        QByteArray::number(refusals(*m_second, "MOVED") - before));
}

void TestWatchCluster::aPrimaryThatBecomesAReplicaIsWatchedOn()
{
    makeReplica();
    fill();
    WatchLog log(alone(*m_first), quick());
    QVERIFY(log.startAndWait());
    QVERIFY(log.waitFor([&] { return log.status().serverRole == u"master"; }));
    bool isAccepted = false; // not until the replica has heard from its primary, and only once
    const auto failOver = [&] {
        isAccepted = isAccepted || !m_second->run({"CLUSTER", "FAILOVER"}).isError();
        return isAccepted;
    };
    QTRY_VERIFY(failOver());
    QVERIFY(log.waitFor([&] { return log.status().serverRole == u"slave"; }));
    QTRY_VERIFY(m_first->run({"INFO", "replication"}).text.contains("master_link_status:up"));
    QVERIFY(log.waitFor([&] { return log.item("lock:a") && log.item("lock:b"); }));
    m_second->run({"DEL", "lock:a"});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Released, "lock:a") == 1; }));
    m_second->run({"SET", "lock:b", m_other, "PX", "600000"});
    QVERIFY(log.waitFor([&] { return log.token("lock:b") == m_other; }));
    QVERIFY(log.item("the-crown"));
    QCOMPARE(log.count(Kind::MovedAway), 0);
}

void TestWatchCluster::keysThatMoveAwayAreNotReleased()
{
    meet();
    fill();
    WatchLog log(alone(*m_first), quick());
    QVERIFY(log.startAndWait());
    QCOMPARE(log.status().objects, qint64(4));
    const auto slot = QByteArray::number(m_first->run({"CLUSTER", "KEYSLOT", "lock:a"}).integer);
    QVERIFY(!m_second->run({"CLUSTER", "SETSLOT", slot, "IMPORTING", id(*m_first)}).isError());
    QVERIFY(!m_first->run({"CLUSTER", "SETSLOT", slot, "MIGRATING", id(*m_second)}).isError());
    QVERIFY(
        !m_first->run({"MIGRATE", "127.0.0.1", port(*m_second), "", "0", "5000", "KEYS", "lock:a"})
             .isError());
    QVERIFY(!m_second->run({"CLUSTER", "SETSLOT", slot, "NODE", id(*m_second)}).isError());
    QVERIFY(!m_first->run({"CLUSTER", "SETSLOT", slot, "NODE", id(*m_second)}).isError());
    QVERIFY(log.waitFor([&] { return log.count(Kind::MovedAway, "lock:a") == 1; }));
    QVERIFY(!log.item("lock:a"));
    QCOMPARE(log.status().objects, qint64(3));
    QCOMPARE(log.count(Kind::Released), 0);
    QCOMPARE(log.count(Kind::MovedAway), 1);
    m_first->run({"INCR", "page_view"});
    QVERIFY(log.waitFor([&] { return log.value("page_view") == 6; }));
    QVERIFY(log.waitFor([&] { return !log.status().trouble; })); // nothing more has gone
}

void TestWatchCluster::theMoveOfASlotIsTroubleNoLongerThanItLasts()
{
    meet();
    fill();
    WatchOptions seldom = quick();
    seldom.inventoryEvery = 1h;
    WatchLog log(alone(*m_first), seldom);
    QVERIFY(log.startAndWait());
    const QByteArray slot =
        QByteArray::number(m_first->run({"CLUSTER", "KEYSLOT", "lock:a"}).integer);
    QVERIFY(!m_second->run({"CLUSTER", "SETSLOT", slot, "IMPORTING", id(*m_first)}).isError());
    QVERIFY(!m_first->run({"CLUSTER", "SETSLOT", slot, "MIGRATING", id(*m_second)}).isError());
    QCOMPARE(m_first->run({"MIGRATE", "127.0.0.1", port(*m_second), "lock:a", "0", "60000"}).text,
        QByteArray("OK"));
    QVERIFY(log.waitFor([&] { return log.status().trouble.has_value(); }));
    QCOMPARE(log.status().trouble->code, ErrorCode::Ask);
    QCOMPARE(log.count(Kind::MovedAway, "lock:a"), 1);
    QVERIFY(!m_second->run({"CLUSTER", "SETSLOT", slot, "NODE", id(*m_second)}).isError());
    QVERIFY(!m_first->run({"CLUSTER", "SETSLOT", slot, "NODE", id(*m_second)}).isError());
    QVERIFY(log.waitFor([&] { return !log.status().trouble; }, 60s));
    QVERIFY(log.item("lock:b"));
}

void TestWatchCluster::aClusterThatIsDownIsToldAndNotHammered()
{
    std::vector<Command> keys;
    for (int i = 0; i < 2'000; ++i)
        keys.push_back({"SET", "lock:" + QByteArray::number(i), m_token, "PX", "600000"});
    m_first->runAll(keys);
    QVERIFY(!m_first->run(withAllSlots("DELSLOTS")).isError());
    QVERIFY(m_first->run({"EXISTS", "lock:1"}).isError());
    WatchLog log(alone(*m_first), quick());
    log.start();
    QVERIFY(log.waitFor([&] {
        return log.status().trouble && log.status().trouble->code == ErrorCode::ClusterDown;
    }));
    const auto before = refusals(*m_first, "CLUSTERDOWN");
    const auto seen = std::chrono::steady_clock::now();
    QVERIFY(log.waitFor([&] { return std::chrono::steady_clock::now() - seen > 3s; }));
    QVERIFY2(refusals(*m_first, "CLUSTERDOWN") - before < 100,
        QByteArray::number(refusals(*m_first, "CLUSTERDOWN") - before));
    QCOMPARE(log.status().trouble->code, ErrorCode::ClusterDown);
    takeAllSlots(*m_first);
    QVERIFY(log.waitFor([&] { return log.status().objects == 2'000; }));
    QVERIFY(log.waitFor([&] { return !log.status().trouble; }));
    QCOMPARE(log.count(Kind::Unseen), 0);
}

void TestWatchCluster::aClusterThatGoesDownIsToldWhileNothingChanges()
{
    fill();
    auto late = quick();
    late.inventoryEvery = 1h;
    WatchLog log(alone(*m_first), late);
    QVERIFY(log.startAndWait());
    QVERIFY(!m_first->run(withAllSlots("DELSLOTS")).isError());
    QVERIFY(log.waitFor([&] {
        return log.status().trouble && log.status().trouble->code == ErrorCode::ClusterDown;
    }));
    // Whatever else the node answers meanwhile: it is asked for a key in every other beat.
    int without = 0;
    const auto noteTrouble =
        connect(&log.watch(), &Watch::updated, this, [&] { without += !log.status().trouble; });
    const auto before = refusals(*m_first, "CLUSTERDOWN");
    QVERIFY(log.waitFor([&] { return refusals(*m_first, "CLUSTERDOWN") >= before + 10; }));
    disconnect(noteTrouble);
    QCOMPARE(without, 0);
    takeAllSlots(*m_first);
    QVERIFY(log.waitFor([&] { return !log.status().trouble; }));
    QVERIFY(log.waitFor([&] { return log.status().objects == 4; }));
    QCOMPARE(log.count(Kind::Released), 0);
    m_first->run({"INCR", "page_view"});
    QVERIFY(log.waitFor([&] { return log.value("page_view") == 6; }));
}

QTEST_GUILESS_MAIN(TestWatchCluster)
#include "tst_watchcluster.moc"

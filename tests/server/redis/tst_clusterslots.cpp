// Which node of a real Cluster serves which slot, while slots and roles move.

#include "core/redis/connection/connection.h"
#include "core/redis/values/clusterslots.h"
#include "tests/support/patience.h"
#include "tests/support/servers/clustergroup.h"

#include <QCoroTask>
#include <QTest>

#include <optional>

using namespace lockstep;

class TestClusterSlots : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachSlotHasAnOwner();
    void aReplicaTellsTheSame();
    void aSlotThatMovesChangesItsOwner();
    void afterAFailoverTheReplicaOwnsThem_data();
    void afterAFailoverTheReplicaOwnsThem();
    void aNodeAloneHasTheHostThatWasAsked();
    void hostsThatAreNotTold_data();
    void hostsThatAreNotTold();
    void anythingElseIsRefused_data();
    void anythingElseIsRefused();

private:
    static Result<ClusterSlots> asked(const Endpoint &endpoint)
    {
        Connection connection(endpoint);
        const auto opened = QCoro::waitFor(connection.open());
        if (!opened)
            return tl::unexpected(opened.error());
        const Command ask{"CLUSTER", "SLOTS"};
        const auto reply = QCoro::waitFor(connection.request(ask));
        if (!reply)
            return tl::unexpected(reply.error());
        return ClusterSlots::fromReply(*reply, endpoint);
    }
    static Endpoint byPort(const TestServer &server)
    {
        Endpoint endpoint;
        endpoint.port = server.tcpPort();
        return endpoint;
    }
    static QByteArray id(TestServer &server) { return server.run({"CLUSTER", "MYID"}).text; }
    // The id of the slot's owner, as the server tells it.
    static QByteArray ownerAt(const TestServer &server, int slot)
    {
        const auto slots = asked(byPort(server));
        const auto *owner = slots ? slots->ownerOf(slot) : nullptr;
        return owner ? owner->primary.id : QByteArray();
    }
    static Reply bulk(const QByteArray &text)
    {
        Reply reply;
        reply.kind = Reply::Kind::Bulk;
        reply.text = text;
        return reply;
    }
    static Reply number(qint64 value)
    {
        Reply reply;
        reply.kind = Reply::Kind::Integer;
        reply.integer = value;
        return reply;
    }
    static Reply array(std::vector<Reply> elements)
    {
        Reply reply;
        reply.kind = Reply::Kind::Array;
        reply.elements = std::move(elements);
        return reply;
    }
};

void TestClusterSlots::eachSlotHasAnOwner()
{
    ClusterTestGroup cluster;
    const auto slots = asked(byPort(cluster.server(1)));
    QVERIFY(slots);
    QCOMPARE(slots->shards().size(), ClusterTestGroup::primaries);
    QCOMPARE(slots->served(), ClusterSlots::all);
    for (const QByteArray key : {"lock:a", "lock:b", "{x}y", ""}) {
        const auto slot = int(cluster.server(0).run({"CLUSTER", "KEYSLOT", key}).integer);
        const size_t which = cluster.ownerOf(key);
        const auto *owner = slots->ownerOf(slot);
        QVERIFY(owner);
        QCOMPARE(owner->primary.id, id(cluster.server(which)));
        QCOMPARE(owner->primary.address.display(),
            u"127.0.0.1:%1"_qs.arg(cluster.server(which).tcpPort()));
    }
    QVERIFY(!slots->ownerOf(ClusterSlots::all));
}

void TestClusterSlots::aReplicaTellsTheSame()
{
    ClusterTestGroup cluster;
    for (size_t i = 0; i < ClusterTestGroup::primaries; ++i)
        cluster.server(i).run({"FLUSHALL"}); // a replica counts once it has replicated something
    const auto withReplicas = [&cluster](const Endpoint &endpoint) {
        const auto slots = asked(endpoint);
        bool areThere = slots && slots->shards().size() == ClusterTestGroup::primaries;
        for (size_t i = 0; areThere && i < ClusterTestGroup::primaries; ++i) {
            const auto &replicas = slots->shards()[i].replicas;
            areThere = replicas.size() == 1;
        }
        return areThere ? std::optional(*slots) : std::nullopt;
    };
    std::optional<ClusterSlots> byPrimary;
    std::optional<ClusterSlots> byReplica;
    std::optional<ClusterSlots> bySocket;
    const auto allTell = [&] {
        byPrimary = withReplicas(byPort(cluster.server(0)));
        byReplica = withReplicas(byPort(cluster.server(4)));
        bySocket = withReplicas(cluster.server(5).endpoint());
        return byPrimary && byReplica && bySocket;
    };
    QTRY_VERIFY_WITH_TIMEOUT(allTell(), 120'000); // they tell each other in turn
    QVERIFY(*byPrimary == *byReplica);
    QVERIFY(*byPrimary == *bySocket);
    QCOMPARE(byPrimary->ownerOf(0)->replicas[0].id, id(cluster.server(3)));
    QCOMPARE(byPrimary->ownerOf(0)->replicas[0].address.port, cluster.server(3).tcpPort());
}

void TestClusterSlots::aSlotThatMovesChangesItsOwner()
{
    ClusterTestGroup cluster;
    const int slot = 100;
    QCOMPARE(ownerAt(cluster.server(2), slot), id(cluster.server(0)));
    const auto to = id(cluster.server(1));
    for (size_t i : {1, 0, 2})
        QVERIFY(!cluster.server(i)
                     .run({"CLUSTER", "SETSLOT", QByteArray::number(slot), "NODE", to})
                     .isError());
    QTRY_COMPARE(ownerAt(cluster.server(5), slot), to);
    const auto slots = asked(byPort(cluster.server(0)));
    QVERIFY(slots);
    QCOMPARE(slots->served(), ClusterSlots::all);
    QCOMPARE(slots->ownerOf(slot)->ranges.front(), (ClusterShard::Range{slot, slot}));
    QCOMPARE(slots->ownerOf(slot - 1)->ranges.size(), size_t(2));
}

void TestClusterSlots::afterAFailoverTheReplicaOwnsThem_data()
{
    QTest::addColumn<bool>("isKilled"); // else the failover is planned
    QTest::newRow("planned") << false;
    QTest::newRow("killed") << true;
}

void TestClusterSlots::afterAFailoverTheReplicaOwnsThem()
{
    QFETCH(const bool, isKilled);
    ClusterTestGroup cluster;
    const auto before = ownerAt(cluster.server(1), 0);
    QCOMPARE(before, id(cluster.server(0)));
    auto &replica = cluster.server(3);
    const auto after = id(replica);
    if (isKilled) {
        cluster.server(0).kill9();
        QCOMPARE(ownerAt(cluster.server(1), 0), before); // also while it is down
        QVERIFY(!replica.run({"CLUSTER", "FAILOVER", "TAKEOVER"}).isError());
    } else {
        bool isBegun = false; // refused until the replica has heard from its primary
        QTRY_VERIFY(isBegun = isBegun || !replica.run({"CLUSTER", "FAILOVER"}).isError());
    }
    QTRY_COMPARE(ownerAt(cluster.server(1), 0), after);
    QTRY_COMPARE(ownerAt(cluster.server(5), 0), after);
    QCOMPARE(asked(byPort(cluster.server(1)))->served(), ClusterSlots::all);
}

// It has not been told its own address by anybody.
void TestClusterSlots::aNodeAloneHasTheHostThatWasAsked()
{
    TestServer::Options options;
    options.cluster = true;
    TestServer alone(options);
    QVERIFY(!alone.run({"CLUSTER", "ADDSLOTS", "7"}).isError());
    const auto byPortOf = asked(byPort(alone));
    const auto bySocket = asked(alone.endpoint());
    QVERIFY(byPortOf && bySocket);
    QCOMPARE(byPortOf->served(), 1);
    QCOMPARE(byPortOf->ownerOf(7)->primary.address.host, u"127.0.0.1"_qs);
    QVERIFY(!byPortOf->ownerOf(8));
    QVERIFY(bySocket->ownerOf(7)->primary.address.host.isEmpty());
}

void TestClusterSlots::hostsThatAreNotTold_data()
{
    QTest::addColumn<Reply>("host");
    QTest::addColumn<QString>("reached");
    QTest::newRow("Nil") << Reply() << u"asked"_qs;
    QTest::newRow("empty") << bulk("") << u"asked"_qs;
    QTest::newRow("a name") << bulk("db1") << u"db1"_qs;
    QTest::newRow("no name") << bulk("?") << u"10.0.0.1"_qs;
}

// As Redis 7 tells them by cluster-preferred-endpoint-type.
void TestClusterSlots::hostsThatAreNotTold()
{
    QFETCH(const Reply, host);
    QFETCH(const QString, reached);
    Endpoint endpoint;
    endpoint.host = u"asked"_qs;
    const auto node =
        array({host, number(6379), bulk("id"), array({bulk("ip"), bulk("10.0.0.1")})});
    const auto slots =
        ClusterSlots::fromReply(array({array({number(0), number(9), node})}), endpoint);
    QVERIFY(slots);
    QCOMPARE(slots->ownerOf(9)->primary.address, (HostPort{reached, 6379}));
}

void TestClusterSlots::anythingElseIsRefused_data()
{
    QTest::addColumn<Reply>("reply");
    const auto node = array({bulk("h"), number(1), bulk("id")});
    QTest::newRow("a text") << bulk("OK");
    QTest::newRow("no ranges") << array({bulk("x")});
    QTest::newRow("no primary") << array({array({number(0), number(9)})});
    QTest::newRow("no slots") << array({array({number(9), number(0), node})});
    QTest::newRow("too many") << array({array({number(0), number(16384), node})});
    QTest::newRow("no node") << array({array({number(0), number(9), bulk("h")})});
    QTest::newRow("no port") << array(
        {array({number(0), number(9), array({bulk("h"), number(65536), bulk("id")})})});
    QTest::newRow("a replica that is none")
        << array({array({number(0), number(9), node, number(1)})});
}

void TestClusterSlots::anythingElseIsRefused()
{
    QFETCH(const Reply, reply);
    const auto slots = ClusterSlots::fromReply(reply, {});
    QVERIFY(!slots);
    QCOMPARE(slots.error().code, ErrorCode::ProtocolError);
}

QTEST_GUILESS_MAIN(TestClusterSlots)
#include "tst_clusterslots.moc"

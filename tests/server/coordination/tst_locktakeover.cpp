#include "core/release/locktakeover.h"
#include "tests/support/samples/watchlog.h"
#include "tests/support/servers/clustergroup.h"
#include "tests/support/servers/testserver.h"
#include "tests/support/slowfile.h"

#include <QSignalSpy>
#include <QStandardPaths>
#include <QTest>

using namespace lockstep;

class TestLockTakeover : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void aLockIsLookedAt();
    void inAClusterTheNodeOfTheKeyIsAsked();
    void aLookAtAnotherLockLeavesAReleaseAlone();
    void nobodyWaitsForASlowDiskAtTheEnd();
    void whatIsUnderWayAtTheEndIsNotTold();
};

void TestLockTakeover::initTestCase()
{
    QStandardPaths::setTestModeEnabled(true);
}

void TestLockTakeover::aLockIsLookedAt()
{
    TestServer server;
    server.run({"SET", "lock:a", "285475da-8aa8-4f5c-9d5b-000000000001", "PX", "60000"});
    LockTakeover takeover(server.endpoint(), builtInCatalogue());
    QSignalSpy known(&takeover, &LockTakeover::known);
    takeover.look("lock:a");
    QTRY_COMPARE_WITH_TIMEOUT(known.size(), 1, 60'000);
    QCOMPARE(known.first().first().toByteArray(), QByteArray("lock:a"));
    const auto look = known.first().at(1).value<Result<ReleaseLook>>();
    QVERIFY(look);
    QVERIFY(look->lock);
    QCOMPARE(look->lock->token, QByteArray("285475da-8aa8-4f5c-9d5b-000000000001"));
}

void TestLockTakeover::inAClusterTheNodeOfTheKeyIsAsked()
{
    ClusterTestGroup cluster;
    LockTakeover takeover(cluster.server(0).endpoint(), builtInCatalogue());
    QSignalSpy known(&takeover, &LockTakeover::known);
    QSignalSpy ended(&takeover, &LockTakeover::ended);
    const QByteArray token = "285475da-8aa8-4f5c-9d5b-000000000001";
    for (int i = 0; i < 8; ++i) {
        const QByteArray key = "lock:" + QByteArray::number(i);
        TestServer &owner = cluster.server(cluster.ownerOf(key));
        owner.run({"SET", key, token, "PX", "600000"});
        takeover.look(key);
        QTRY_COMPARE_WITH_TIMEOUT(known.size(), i + 1, 60'000);
        const auto look = known.last().at(1).value<Result<ReleaseLook>>();
        QVERIFY2(look, look ? "" : qPrintable(look.error().detail));
        QVERIFY(look->lock);
        takeover.take(key, *look->lock);
        QTRY_COMPARE_WITH_TIMEOUT(ended.size(), i + 1, 60'000);
        QCOMPARE(owner.run({"EXISTS", key}).integer, qint64(0));
    }
}

// The other lock is at another node, and the first one's owes its answers meanwhile.
void TestLockTakeover::aLookAtAnotherLockLeavesAReleaseAlone()
{
    ClusterTestGroup cluster;
    const auto keyAt = [&cluster](size_t node) {
        for (int i = 0;; ++i) {
            const QByteArray key = "lock:" + QByteArray::number(i);
            if (cluster.ownerOf(key) == node)
                return key;
        }
    };
    const QByteArray released = keyAt(0);
    const QByteArray other = keyAt(1);
    const QByteArray token = "285475da-8aa8-4f5c-9d5b-000000000001";
    cluster.server(0).run({"SET", released, token, "PX", "60000"});
    cluster.server(1).run({"SET", other, token, "PX", "60000"});
    Endpoint first;
    first.port = cluster.server(0).tcpPort();
    LockTakeover takeover(first, builtInCatalogue());
    QSignalSpy known(&takeover, &LockTakeover::known);
    QSignalSpy ended(&takeover, &LockTakeover::ended);
    takeover.look(released);
    QTRY_COMPARE_WITH_TIMEOUT(known.size(), 1, 60'000);
    const auto look = known.last().at(1).value<Result<ReleaseLook>>();
    QVERIFY(look && look->lock);
    cluster.server(0).suspend();
    takeover.take(released, *look->lock);
    takeover.look(other);
    QTest::qWait(100); // both are on their way, whether they are or not
    cluster.server(0).resume();
    QTRY_COMPARE_WITH_TIMEOUT(known.size(), 2, 60'000);
    QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, 60'000);
    QVERIFY(ended.first().at(1).value<ReleaseReport>().outcome);
    QCOMPARE(cluster.server(0).run({"EXISTS", released}).integer, qint64(0));
    // The connection to the other node does not take the first one's place.
    cluster.server(0).run({"SET", released, token, "PX", "60000"});
    takeover.look(released);
    QTRY_COMPARE_WITH_TIMEOUT(known.size(), 3, 60'000);
    takeover.look(other);
    QTRY_COMPARE_WITH_TIMEOUT(known.size(), 4, 60'000);
    takeover.take(released, *look->lock);
    QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 2, 60'000);
    QCOMPARE(cluster.server(0).run({"EXISTS", released}).integer, qint64(0));
}

void TestLockTakeover::nobodyWaitsForASlowDiskAtTheEnd()
{
    TestServer server;
    SlowFile slow;
    Endpoint endpoint = server.endpoint();
    endpoint.transport = Endpoint::Transport::Tls;
    endpoint.tls.caFile = slow.path();
    auto takeover = std::make_unique<LockTakeover>(endpoint, builtInCatalogue());
    takeover->look("lock:a");
    QTRY_VERIFY_WITH_TIMEOUT(slow.isWaitedFor(), 60'000);
    takeover.reset();
    QVERIFY(!slow.isGiven());
}

void TestLockTakeover::whatIsUnderWayAtTheEndIsNotTold()
{
    TestServer server;
    int told = 0;
    for (int i = 0; i < 50; ++i) {
        LockTakeover takeover(server.endpoint(), builtInCatalogue());
        connect(&takeover, &LockTakeover::known, this, [&told] { ++told; });
        takeover.look("lock:a");
        QCoreApplication::processEvents();
    }
    const int toldMeanwhile = told;
    QCoreApplication::processEvents();
    QCOMPARE(told, toldMeanwhile);
}

QTEST_GUILESS_MAIN(TestLockTakeover)
#include "tst_locktakeover.moc"

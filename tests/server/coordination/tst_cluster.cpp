// The locks on a node of a Cluster that owns nothing but the slot of the lock's name: it refuses a
// script whose keys lie in different slots, and every key of another slot, also one that only a
// script knows of. The other primitives: tst_coordinationfaults.

#include "core/coordination/locks/companionkey.h"
#include "core/coordination/locks/fencedlock.h"
#include "core/coordination/locks/reentrantlock.h"
#include "core/coordination/redlock/redlock.h"
#include "core/coordination/takeover/takeover.h"
#include "core/redis/connection/script.h"
#include "core/redis/values/hashslot.h"
#include "tests/support/patience.h"
#include "tests/support/servers/lockclient.h"
#include "tests/support/servers/testserver.h"
#include "tests/support/waiting.h"

#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

constexpr auto patience = 30s;

} // namespace

class TestCluster : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void keysOfDifferentSlotsAreRefused();
    void companionsLieInTheSameSlot();
    void everyLockStaysInTheSlotOfItsName_data();
    void everyLockStaysInTheSlotOfItsName();

private:
    void ownOnlyTheSlotOf(const QByteArray &name);
    void isHandedOver(Lock &lock, const QByteArray &name);
    void reentrantLock(const QByteArray &name);
    void redlock(const QByteArray &name);
    void takingAway(const QByteArray &name);

    TestServer m_server{[] {
        TestServer::Options options;
        options.cluster = true;
        return options;
    }()};
    std::unique_ptr<LockClient> m_client;
};

void TestCluster::init()
{
    m_client = std::make_unique<LockClient>(m_server.endpoint());
    QTRY_VERIFY(m_client->isReady());
}

void TestCluster::ownOnlyTheSlotOf(const QByteArray &name)
{
    m_server.run({"FLUSHALL"});
    m_server.run({"CLUSTER", "FLUSHSLOTS"});
    const qint64 slot = m_server.run({"CLUSTER", "KEYSLOT", name}).integer;
    m_server.run({"CLUSTER", "ADDSLOTS", QByteArray::number(slot)});
    bool isReady = false;
    QTRY_VERIFY(
        isReady = isReady || m_server.run({"CLUSTER", "INFO"}).text.contains("cluster_state:ok"));
    QVERIFY(m_server.run({"EXISTS", "elsewhere"}).isError());
}

void TestCluster::keysOfDifferentSlotsAreRefused()
{
    ownOnlyTheSlotOf("job");
    const Script script("return redis.call('EXISTS', KEYS[1])");
    const QByteArrayList keys{"job", "job:waiters"};
    const auto reply = QCoro::waitFor(run(&m_client->commands, script, keys, {}));
    QVERIFY(!reply);
    QCOMPARE(reply.error().code, ErrorCode::CrossSlot);
}

void TestCluster::companionsLieInTheSameSlot()
{
    QCOMPARE(companionKey("job", "waiters"), "{job}:waiters");
    QCOMPARE(companionKey("{shop}:job", "waiters"), "{shop}:job:waiters");
    for (const QByteArray &name : {QByteArray("job"), QByteArray(), QByteArray("{shop}:job"),
             QByteArray("a}b"), QByteArray("a{b"), QByteArray("{}"), QByteArray("{}{x}"),
             QByteArray("}{a}"), QByteArray("{{a}}"), QByteArray("\0}\xff", 3)}) {
        const qint64 slot = m_server.run({"CLUSTER", "KEYSLOT", name}).integer;
        QCOMPARE(hashSlot(name), slot);
        const QByteArray waiters = companionKey(name, "waiters");
        QCOMPARE(m_server.run({"CLUSTER", "KEYSLOT", waiters}).integer, slot);
        QVERIFY(waiters != companionKey(name, "fence"));
    }
}

void TestCluster::everyLockStaysInTheSlotOfItsName_data()
{
    QTest::addColumn<QByteArray>("name");
    for (const char *each : {"job", "{shop}:job", "a}b", "a{b", "{}job", "{{a}}b"})
        QTest::newRow(each) << QByteArray(each);
}

void TestCluster::everyLockStaysInTheSlotOfItsName()
{
    QFETCH(QByteArray, name);
    ownOnlyTheSlotOf(name);
    Lock lock(&m_client->channel, name);
    isHandedOver(lock, name);
    FencedLock fenced(&m_client->channel, name);
    isHandedOver(fenced, name);
    reentrantLock(name);
    redlock(name);
    takingAway(name);
}

void TestCluster::isHandedOver(Lock &lock, const QByteArray &name)
{
    Acquired lease = QCoro::waitFor(lock.acquire(patience));
    QVERIFY(lease && *lease);
    Waiting waiting(lock.acquire(patience));
    QTRY_COMPARE(m_server.run({"LLEN", companionKey(name, "waiters")}).integer, 1);
    QCOMPARE(QCoro::waitFor((*lease)->extend(60s)), Result<bool>(true));
    QCOMPARE(QCoro::waitFor((*lease)->release()), Result<bool>(true));
    QTRY_VERIFY(waiting.hasLease());
    QCOMPARE(QCoro::waitFor(waiting.lease().release()), Result<bool>(true));
}

void TestCluster::reentrantLock(const QByteArray &name)
{
    ReleaseChannels channels(&m_client->listening);
    ReentrantLock lock(&m_client->commands, &channels, name);
    ReentrantLock other(&m_client->commands, &channels, name);
    auto outer = QCoro::waitFor(lock.tryAcquire());
    auto inner = QCoro::waitFor(lock.acquire(patience));
    QVERIFY(outer && *outer && inner && *inner);
    Waiting waiting(other.acquire(patience));
    QCOMPARE(QCoro::waitFor((*inner)->extend(60s)), Result<bool>(true));
    QCOMPARE(QCoro::waitFor((*inner)->release()), Result<bool>(true));
    QCOMPARE(QCoro::waitFor((*outer)->release()), Result<bool>(true));
    QTRY_VERIFY(waiting.hasLease());
    QCOMPARE(QCoro::waitFor(waiting.lease().release()), Result<bool>(true));
}

void TestCluster::redlock(const QByteArray &name)
{
    Redlock lock({&m_client->commands}, name);
    const auto lease = QCoro::waitFor(lock.tryAcquire());
    QVERIFY(lease && *lease);
    QCOMPARE(QCoro::waitFor((*lease)->extend(60s)), Result<bool>(true));
    QCOMPARE(QCoro::waitFor((*lease)->release()), Result<bool>(true));
}

void TestCluster::takingAway(const QByteArray &name)
{
    const auto takeAway = [&]() -> Result<Takeover> {
        const auto lock = QCoro::waitFor(readLock(&m_client->commands, name));
        if (!lock || !*lock)
            return failure(ErrorCode::NotConnected);
        return QCoro::waitFor(takeLockAway(&m_client->commands, name, **lock));
    };
    m_server.run({"HSET", name, "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11:42", "2"});
    QCOMPARE(takeAway(), Result<Takeover>(Takeover::Released)); // Redisson's
    for (const bool isFenced : {false, true}) {
        if (isFenced)
            m_server.run({"SET", companionKey(name, "fence"), "7"});
        m_server.run({"SET", name, "token", "PX", "60000"});
        QCOMPARE(takeAway(), Result<Takeover>(Takeover::Released)); // ours
    }
}

QTEST_GUILESS_MAIN(TestCluster)
#include "tst_cluster.moc"

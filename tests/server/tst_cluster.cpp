// One node that owns every slot: it refuses a script whose keys lie in different slots as a Cluster
// of many nodes does, and nobody has to be asked who owns which.

#include "core/coordination/boundedcounter.h"
#include "core/coordination/companionkey.h"
#include "core/coordination/counter.h"
#include "core/coordination/dailycounter.h"
#include "core/coordination/fencedlock.h"
#include "core/coordination/presence.h"
#include "core/coordination/ratelimiter.h"
#include "core/coordination/redlock.h"
#include "core/coordination/reentrantlock.h"
#include "core/coordination/semaphore.h"
#include "core/coordination/submitonce.h"
#include "core/coordination/takeover.h"
#include "core/redis/script.h"
#include "tests/support/lockclient.h"
#include "tests/support/patience.h"
#include "tests/support/testserver.h"
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
    void initTestCase();
    void init();
    void keysOfDifferentSlotsAreRefused();
    void counters_data() { names(); }
    void counters();
    void whoIsThereAndWhatCame_data() { names(); }
    void whoIsThereAndWhatCame();
    void limits_data() { names(); }
    void limits();
    void permits_data() { names(); }
    void permits();
    void locks_data() { names(); }
    void locks();
    void fencedLocks_data() { names(); }
    void fencedLocks();
    void reentrantLocks_data() { names(); }
    void reentrantLocks();
    void redlocks_data() { names(); }
    void redlocks();
    void takingAway_data() { names(); }
    void takingAway();

private:
    static void names();

    TestServer m_server{{{QStringLiteral("--cluster-enabled"), QStringLiteral("yes"),
                             QStringLiteral("--cluster-node-timeout"), QStringLiteral("500")},
        false, {}}};
    std::unique_ptr<LockClient> m_client;
};

void TestCluster::names()
{
    QTest::addColumn<QByteArray>("name");
    for (const char *each : {"job", "{shop}:job", "a}b", "a{b", "{}job", "{{a}}b"})
        QTest::newRow(each) << QByteArray(each);
}

void TestCluster::initTestCase()
{
    Command all{"CLUSTER", "ADDSLOTS"};
    for (int slot = 0; slot < 16384; ++slot)
        all << slot;
    QCOMPARE(m_server.run(all).text, "OK");
    QTRY_VERIFY(m_server.run({"CLUSTER", "INFO"}).text.contains("cluster_state:ok"));
}

void TestCluster::init()
{
    m_client.reset();
    m_server.run({"FLUSHALL"});
    m_client = std::make_unique<LockClient>(m_server.endpoint());
    QTRY_VERIFY(m_client->isReady());
}

void TestCluster::keysOfDifferentSlotsAreRefused()
{
    const Script script("return redis.call('EXISTS', KEYS[1], KEYS[2])");
    const auto reply = QCoro::waitFor(run(&m_client->commands, script, {"job", "job:waiters"}, {}));
    QVERIFY(!reply);
    QCOMPARE(reply.error().code, ErrorCode::CrossSlot);
}

void TestCluster::counters()
{
    QFETCH(QByteArray, name);
    const Counter counter(&m_client->commands, name);
    QCOMPARE(QCoro::waitFor(counter.increment(3)), Result<qint64>(3));
    QCOMPARE(QCoro::waitFor(counter.decrement()), Result<qint64>(2));
    const DailyCounter daily(&m_client->commands, "<user>:<yyyy.m.d>");
    QCOMPARE(QCoro::waitFor(daily.increment(name)), Result<qint64>(1));
    QCOMPARE(QCoro::waitFor(daily.value(name)), Result<qint64>(1));

    const BoundedCounter bounded(&m_client->commands, name + ":slots", {1, 60s});
    QVERIFY(QCoro::waitFor(bounded.acquire())->granted);
    const auto refused = QCoro::waitFor(bounded.acquire());
    QVERIFY(refused && !refused->granted);
    QCOMPARE(QCoro::waitFor(bounded.release()), Result<bool>(true));
}

void TestCluster::whoIsThereAndWhatCame()
{
    QFETCH(QByteArray, name);
    const Presence presence(&m_client->commands, name);
    QCOMPARE(QCoro::waitFor(presence.heartbeat("erin")), Result<qint64>(1));
    QCOMPARE(QCoro::waitFor(presence.count()), Result<qint64>(1));
    QCOMPARE(QCoro::waitFor(presence.list())->size(), 1u);
    QCOMPARE(QCoro::waitFor(presence.leave("erin")), Result<bool>(true));

    const SubmitOnce orders(&m_client->commands, name);
    QVERIFY(QCoro::waitFor(orders.submit("7"))->accepted);
    const auto again = QCoro::waitFor(orders.submit("7"));
    QVERIFY(again && !again->accepted);
}

void TestCluster::limits()
{
    QFETCH(QByteArray, name);
    const std::vector<RateLimit> all{FixedWindow{1, 1h}, ClockWindow{1, 24h * 300},
        VisitLimit{1, 1h}, SlidingLog{1, 1h}, SlidingWindow{1, 24h * 300}, TokenBucket{1, 1, 1h},
        Gcra{1, 1, 1h}, LeakyBucket{1, 1, 1h}};
    for (const RateLimit &limit : all) {
        const RateLimiter limiter(
            &m_client->commands, name + ':' + QByteArray::number(qint64(limit.index())), limit);
        const auto first = QCoro::waitFor(limiter.acquire());
        QVERIFY2(first && first->allowed, QByteArray::number(qint64(limit.index())));
        const auto second = QCoro::waitFor(limiter.acquire());
        QVERIFY2(second && !second->allowed, QByteArray::number(qint64(limit.index())));
    }
}

void TestCluster::permits()
{
    QFETCH(QByteArray, name);
    const Semaphore semaphore(&m_client->commands, name, {1, 60s});
    const auto first = QCoro::waitFor(semaphore.acquire());
    QVERIFY(first && first->granted());
    const auto second = QCoro::waitFor(semaphore.acquire());
    QVERIFY(second && !second->granted());
    QCOMPARE(QCoro::waitFor(semaphore.holders())->size(), 1u);
    QCOMPARE(QCoro::waitFor(semaphore.extend(first->permit)), Result<bool>(true));
    QCOMPARE(QCoro::waitFor(semaphore.release(first->permit)), Result<bool>(true));
}

void TestCluster::locks()
{
    QFETCH(QByteArray, name);
    Lock lock(&m_client->channel, name);
    Acquired lease = QCoro::waitFor(lock.acquire(patience));
    QVERIFY(lease && *lease);
    Waiting waiting(lock.acquire(patience));
    QTRY_COMPARE(m_server.run({"LLEN", companionKey(name, "waiters")}).integer, 1);
    QCOMPARE(QCoro::waitFor((*lease)->extend(60s)), Result<bool>(true));
    QCOMPARE(QCoro::waitFor((*lease)->release()), Result<bool>(true));
    QTRY_VERIFY(waiting.hasLease());
}

void TestCluster::fencedLocks()
{
    QFETCH(QByteArray, name);
    FencedLock lock(&m_client->channel, name);
    Acquired lease = QCoro::waitFor(lock.acquire(patience));
    QVERIFY(lease && *lease);
    Waiting waiting(lock.acquire(patience));
    QTRY_COMPARE(m_server.run({"LLEN", companionKey(name, "waiters")}).integer, 1);
    QCOMPARE(QCoro::waitFor((*lease)->release()), Result<bool>(true));
    QTRY_VERIFY(waiting.hasLease());
    QCOMPARE(waiting.lease().fencingToken(), 2);
}

void TestCluster::reentrantLocks()
{
    QFETCH(QByteArray, name);
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
}

void TestCluster::redlocks()
{
    QFETCH(QByteArray, name);
    Redlock lock({&m_client->commands}, name);
    const auto lease = QCoro::waitFor(lock.tryAcquire());
    QVERIFY(lease && *lease);
    QCOMPARE(QCoro::waitFor((*lease)->extend(60s)), Result<bool>(true));
    QCOMPARE(QCoro::waitFor((*lease)->release()), Result<bool>(true));
}

void TestCluster::takingAway()
{
    QFETCH(QByteArray, name);
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

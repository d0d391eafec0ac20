#include "core/coordination/locks/reentrantlock.h"
#include "tests/support/patience.h"
#include "tests/support/servers/testserver.h"
#include "tests/support/waiting.h"

#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;
using std::chrono::milliseconds;

namespace {

constexpr auto patience = 30s;
const QByteArray channel = "redisson_lock__channel:{job}";

// The other side: what Redisson's tryLockInnerAsync and unlockInnerAsync do and answer, keys and
// arguments in their order (redisson/redisson, RedissonLock.java; words are ours).
const QByteArray redissonLock = R"(
    local free = redis.call('exists', KEYS[1]) == 0
    if free or redis.call('hexists', KEYS[1], ARGV[2]) == 1 then
        redis.call('hincrby', KEYS[1], ARGV[2], 1)
        redis.call('pexpire', KEYS[1], ARGV[1])
        return nil
    end
    return redis.call('pttl', KEYS[1]))";
const QByteArray redissonUnlock = R"(
    local latch = redis.call('get', KEYS[3])
    if latch ~= false then
        return tonumber(latch)
    end
    if redis.call('hexists', KEYS[1], ARGV[3]) == 0 then
        return nil
    end
    local last = redis.call('hincrby', KEYS[1], ARGV[3], -1) <= 0
    if last then
        redis.call('del', KEYS[1])
        redis.call(ARGV[4], KEYS[2], ARGV[1])
    else
        redis.call('pexpire', KEYS[1], ARGV[2])
    end
    redis.call('set', KEYS[3], last and 1 or 0, 'px', ARGV[5])
    return last and 1 or 0)";
const QByteArray java = "9f1c1a52-5c6e-4b3e-8f0a-2d6f1f0f7c11:47";

struct Redisson
{
    TestServer &server;

    Reply lock(const QByteArray &name = "job")
    {
        return server.run({"EVAL", redissonLock, "1", name, "30000", java});
    }
    Reply unlock(const QByteArray &name = "job")
    {
        const QByteArray latch = "redisson_unlock_latch:{" + name + "}:0123456789abcdef";
        Reply reply = server.run({"EVAL", redissonUnlock, "3", name,
            "redisson_lock__channel:{" + name + "}", latch, "0", "30000", java, "publish", "5000"});
        server.run({"DEL", latch});
        return reply;
    }
};

QCoro::Task<Waiter::Wake> nextOf(Waiter *waiter)
{
    const auto wake = co_await waiter->next(LeaseClock::now() + 20s);
    co_return wake.value_or(Waiter::Wake::TimedOut);
}

} // namespace

class TestReentrantLock : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void writesWhatRedissonWrites();
    void countsItsEntries();
    void otherHoldersWaitForTheLastRelease();
    void aShortEntryLeavesTheLongOneItsLease();
    void aLostEntryDoesNotReleaseANewerOne();
    void anEntryRenewedTooLateReleasesNothing();
    void anEntryIsReleasedOnce();
    void redissonCannotEnterOurLockAndHearsItsRelease();
    void weCannotEnterRedissonsLockAndAreWokenByItsRelease();
    void takesTurnsWithRedisson();
    void releaseDoesNotTouchRedissonsLock();
    void asksWhenTheLockOfADeadHolderEnds();
    void namesWithATagNameTheirChannelAsRedissonDoes();
    void listensOnlyWhileItWaits();
    void aReleaseJustBeforeListeningIsNotMissed();
    void cancelledWaitersLeaveNothingBehind();
    void saysThatItMayNotListen();
    void refusesImpossibleLeases();
    void aKeyOfAnotherTypeIsAnError();

private:
    // From now on what is sent takes one round trip.
    static bool knowsTheScripts(ReentrantLock &lock)
    {
        auto entry = QCoro::waitFor(lock.tryAcquire());
        return QCoro::waitFor((*entry)->extend(60s)) && QCoro::waitFor((*entry)->release());
    }
    qint64 listeners()
    {
        return m_server.run({"PUBSUB", "NUMSUB", channel}).elements.at(1).integer;
    }

    TestServer m_server;
    Redisson m_redisson{m_server};
    Connection m_commands{m_server.endpoint()};
    Connection m_listening{m_server.endpoint()};
    std::unique_ptr<ReleaseChannels> m_channels;
};

void TestReentrantLock::init()
{
    m_server.run({"FLUSHALL"});
    QVERIFY(QCoro::waitFor(m_commands.open()));
    QVERIFY(QCoro::waitFor(m_listening.open()));
    m_channels = std::make_unique<ReleaseChannels>(&m_listening);
}

void TestReentrantLock::writesWhatRedissonWrites()
{
    ReentrantLock lock(&m_commands, m_channels.get(), "job");
    const auto lease = QCoro::waitFor(lock.tryAcquire());
    QVERIFY(*lease);
    const auto fields = m_server.run({"HGETALL", "job"}).elements;
    QCOMPARE(fields.size(), 2u);
    const QRegularExpression holder(
        QStringLiteral("^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}:\\d+$"));
    QVERIFY(holder.match(QString::fromLatin1(fields[0].text)).hasMatch());
    QCOMPARE(fields[0].text, lock.holder());
    QCOMPARE(fields[1].text, "1");
    const qint64 left = m_server.run({"PTTL", "job"}).integer;
    QVERIFY(left > 20'000 && left <= 30'000);
}

void TestReentrantLock::countsItsEntries()
{
    ReentrantLock lock(&m_commands, m_channels.get(), "job");
    auto outer = QCoro::waitFor(lock.tryAcquire());
    auto inner = QCoro::waitFor(lock.acquire(patience));
    QVERIFY(*outer && *inner);
    QCOMPARE(m_server.run({"HGET", "job", lock.holder()}).text, "2");
    QCOMPARE(QCoro::waitFor((*inner)->release()), Result<bool>(true));
    QCOMPARE(m_server.run({"HGET", "job", lock.holder()}).text, "1");
    QVERIFY((*outer)->isValid());
    QCOMPARE(QCoro::waitFor((*outer)->release()), Result<bool>(true));
    QCOMPARE(m_server.run({"DBSIZE"}).integer, 0);
    QCOMPARE(QCoro::waitFor((*outer)->release()), Result<bool>(false));
}

void TestReentrantLock::otherHoldersWaitForTheLastRelease()
{
    ReentrantLock lock(&m_commands, m_channels.get(), "job");
    ReentrantLock other(&m_commands, m_channels.get(), "job");
    auto outer = QCoro::waitFor(lock.tryAcquire());
    auto inner = QCoro::waitFor(lock.tryAcquire());
    QVERIFY(!*QCoro::waitFor(other.tryAcquire()));
    Waiting waiting(other.acquire(patience));
    QTRY_COMPARE(listeners(), 1);
    QCOMPARE(QCoro::waitFor((*inner)->release()), Result<bool>(true));
    QVERIFY(QCoro::waitFor(m_commands.request({"PING"})));
    QVERIFY(!waiting.isDone());
    QCOMPARE(QCoro::waitFor((*outer)->release()), Result<bool>(true));
    QTRY_VERIFY(waiting.hasLease());
    QVERIFY(m_server.run({"HEXISTS", "job", other.holder()}).integer == 1);
}

void TestReentrantLock::aShortEntryLeavesTheLongOneItsLease()
{
    ReentrantLock lock(&m_commands, m_channels.get(), "job", {60s, false});
    ReentrantLock shortly(&m_commands, m_channels.get(), "job", {9s, true}, lock.holder());
    auto outer = QCoro::waitFor(lock.tryAcquire());
    auto inner = QCoro::waitFor(shortly.tryAcquire());
    QSignalSpy renewed((*inner).get(), &Lease::renewed);
    QVERIFY(m_server.run({"PTTL", "job"}).integer > 30'000);
    QTRY_VERIFY(renewed.count() > 0);
    QVERIFY(m_server.run({"PTTL", "job"}).integer > 30'000);
    QCOMPARE(QCoro::waitFor((*inner)->release()), Result<bool>(true));
    QVERIFY(m_server.run({"PTTL", "job"}).integer > 30'000);
}

// Both entries are counted in one field: which of them a release takes off, nobody can tell.
void TestReentrantLock::aLostEntryDoesNotReleaseANewerOne()
{
    ReentrantLock lock(&m_commands, m_channels.get(), "job");
    ReentrantLock shortly(&m_commands, m_channels.get(), "job", {1s, false}, lock.holder());
    QVERIFY(knowsTheScripts(lock));
    for (const bool isAskedFor : {false, true}) {
        auto old = QCoro::waitFor(shortly.tryAcquire());
        QSignalSpy lost((*old).get(), &Lease::lost);
        QTRY_COMPARE(lost.count(), 1);
        QTRY_COMPARE(m_server.run({"EXISTS", "job"}).integer, 0);
        auto entry = QCoro::waitFor(lock.tryAcquire());
        if (isAskedFor)
            QCOMPARE(QCoro::waitFor((*old)->release()), Result<bool>(false));
        old->reset();
        QVERIFY(QCoro::waitFor(m_commands.request({"PING"})));
        QVERIFY((*entry)->isValid());
        QCOMPARE(m_server.run({"HGET", "job", lock.holder()}).text, "1");
        QCOMPARE(QCoro::waitFor((*entry)->release()), Result<bool>(true));
    }
}

void TestReentrantLock::anEntryRenewedTooLateReleasesNothing()
{
    ReentrantLock lock(&m_commands, m_channels.get(), "job", {60s, false});
    ReentrantLock shortly(&m_commands, m_channels.get(), "job", {1500ms, true}, lock.holder());
    QVERIFY(knowsTheScripts(lock));
    auto entry = QCoro::waitFor(lock.tryAcquire());
    auto late = QCoro::waitFor(shortly.tryAcquire());
    QSignalSpy lost((*late).get(), &Lease::lost);
    m_server.suspend();
    QTRY_COMPARE(lost.count(), 1);
    m_server.resume();
    QVERIFY(QCoro::waitFor(m_commands.request({"PING"}))); // the renewal was answered before
    QVERIFY(QCoro::waitFor(m_commands.request({"PING"})));
    QCOMPARE(m_server.run({"HGET", "job", lock.holder()}).text, "2");
    late->reset();
    QVERIFY(QCoro::waitFor(m_commands.request({"PING"})));
    QVERIFY((*entry)->isValid());
    QCOMPARE(m_server.run({"HGET", "job", lock.holder()}).text, "2"); // until all of it ends
}

void TestReentrantLock::anEntryIsReleasedOnce()
{
    ReentrantLock lock(&m_commands, m_channels.get(), "job");
    auto outer = QCoro::waitFor(lock.tryAcquire());
    auto inner = QCoro::waitFor(lock.tryAcquire());
    QCOMPARE(QCoro::waitFor((*inner)->release()), Result<bool>(true));
    QCOMPARE(QCoro::waitFor((*inner)->release()), Result<bool>(false));
    QVERIFY((*outer)->isValid());
    QCOMPARE(m_server.run({"HGET", "job", lock.holder()}).text, "1");
}

void TestReentrantLock::redissonCannotEnterOurLockAndHearsItsRelease()
{
    Connection ear(m_server.endpoint());
    Subscriber redisson(&ear);
    QByteArrayList heard;
    connect(&redisson, &Subscriber::message, this,
        [&](const QByteArray &, const Reply &message) { heard << message.text; });
    QVERIFY(QCoro::waitFor(ear.open()));
    redisson.subscribe(channel);
    QTRY_VERIFY(redisson.isActive(channel));

    ReentrantLock lock(&m_commands, m_channels.get(), "job");
    auto lease = QCoro::waitFor(lock.tryAcquire());
    QVERIFY(m_redisson.lock().integer > 20'000);
    QVERIFY(m_redisson.unlock().isNil());
    QCOMPARE(QCoro::waitFor((*lease)->release()), Result<bool>(true));
    QTRY_COMPARE(heard, QByteArrayList{"0"});
    QVERIFY(m_redisson.lock().isNil());
}

void TestReentrantLock::weCannotEnterRedissonsLockAndAreWokenByItsRelease()
{
    QVERIFY(m_redisson.lock().isNil());
    QVERIFY(m_redisson.lock().isNil()); // twice
    ReentrantLock lock(&m_commands, m_channels.get(), "job");
    QVERIFY(!*QCoro::waitFor(lock.tryAcquire()));
    Waiting waiting(lock.acquire(patience));
    QTRY_COMPARE(listeners(), 1);
    QCOMPARE(m_redisson.unlock().integer, 0);
    QVERIFY(QCoro::waitFor(m_commands.request({"PING"})));
    QVERIFY(!waiting.isDone());
    QCOMPARE(m_redisson.unlock().integer, 1);
    QTRY_VERIFY(waiting.hasLease()); // long before the 30 s are over
    QCOMPARE(m_server.run({"HGET", "job", lock.holder()}).text, "1");
}

void TestReentrantLock::takesTurnsWithRedisson()
{
    ReentrantLock lock(&m_commands, m_channels.get(), "job");
    for (int turn = 0; turn < 50; ++turn) {
        QVERIFY(m_redisson.lock().isNil());
        Waiting waiting(lock.acquire(patience));
        if (turn % 2 == 0)
            QTRY_COMPARE(listeners(), 1);
        QCOMPARE(m_redisson.unlock().integer, 1);
        QTRY_VERIFY(waiting.hasLease());
        QVERIFY(m_redisson.lock().integer > 0);
        QCOMPARE(QCoro::waitFor(waiting.lease().release()), Result<bool>(true));
    }
}

void TestReentrantLock::releaseDoesNotTouchRedissonsLock()
{
    ReentrantLock lock(&m_commands, m_channels.get(), "job", {20s, false});
    auto lease = QCoro::waitFor(lock.tryAcquire());
    m_server.run({"DEL", "job"}); // as its end would
    QVERIFY(m_redisson.lock().isNil());
    QCOMPARE(QCoro::waitFor((*lease)->extend(90s)), Result<bool>(false));
    QCOMPARE(QCoro::waitFor((*lease)->release()), Result<bool>(false));
    QCOMPARE(m_server.run({"HGET", "job", java}).text, "1");
    QVERIFY(m_server.run({"PTTL", "job"}).integer <= 30'000);
}

void TestReentrantLock::asksWhenTheLockOfADeadHolderEnds()
{
    QVERIFY(m_redisson.lock().isNil());
    m_server.run({"PEXPIRE", "job", "300"});
    ReentrantLock lock(&m_commands, m_channels.get(), "job");
    const auto lease = QCoro::waitFor(lock.acquire(patience));
    QVERIFY(*lease);
}

void TestReentrantLock::namesWithATagNameTheirChannelAsRedissonDoes()
{
    ReentrantLock lock(&m_commands, m_channels.get(), "{shop}:job");
    ReentrantLock other(&m_commands, m_channels.get(), "{shop}:job");
    auto lease = QCoro::waitFor(lock.tryAcquire());
    Waiting waiting(other.acquire(patience));
    QTRY_COMPARE(m_server.run({"PUBSUB", "NUMSUB", "redisson_lock__channel:{shop}:job"})
                     .elements.at(1)
                     .integer,
        1);
    QCOMPARE(QCoro::waitFor((*lease)->release()), Result<bool>(true));
    QTRY_VERIFY(waiting.hasLease());
}

void TestReentrantLock::listensOnlyWhileItWaits()
{
    QVERIFY(m_redisson.lock().isNil());
    ReentrantLock lock(&m_commands, m_channels.get(), "job");
    ReentrantLock other(&m_commands, m_channels.get(), "job");
    Waiting first(lock.acquire(patience));
    QTRY_COMPARE(listeners(), 1);
    const auto refused = QCoro::waitFor(other.acquire(20ms));
    QVERIFY(refused && !*refused);
    QCOMPARE(listeners(), 1);
    QCOMPARE(m_redisson.unlock().integer, 1);
    QTRY_VERIFY(first.hasLease());
    QTRY_COMPARE(listeners(), 0);
}

// Two waiters share a subscription: the second's is there before it asks, and the release may be
// heard before its refusal.
void TestReentrantLock::aReleaseJustBeforeListeningIsNotMissed()
{
    QVERIFY(m_redisson.lock().isNil());
    Waiter present;
    m_channels->add(channel, &present);
    QCOMPARE(QCoro::waitFor(nextOf(&present)), Waiter::Wake::AskAgain); // it is confirmed
    Waiter late;
    m_channels->add(channel, &late);
    QCOMPARE(QCoro::waitFor(nextOf(&late)), Waiter::Wake::AskAgain);
    m_channels->remove(channel, &late);
    m_channels->remove(channel, &present);
}

void TestReentrantLock::cancelledWaitersLeaveNothingBehind()
{
    QVERIFY(m_redisson.lock().isNil());
    for (int moment = 0; moment < 3; ++moment) {
        auto lock = std::make_unique<ReentrantLock>(&m_commands, m_channels.get(), "job");
        Waiting waiting(lock->acquire(patience));
        if (moment == 1)
            QVERIFY(QCoro::waitFor(m_commands.request({"PING"})));
        if (moment == 2)
            QTRY_COMPARE(listeners(), 1);
        lock.reset();
        QTRY_VERIFY(waiting.isDone());
        QCOMPARE(waiting.result().error().code, ErrorCode::Cancelled);
        QTRY_COMPARE(listeners(), 0);
    }
    QCOMPARE(m_redisson.unlock().integer, 1);
    auto lock = std::make_unique<ReentrantLock>(&m_commands, m_channels.get(), "job");
    Waiting waiting(lock->acquire(patience)); // about to get it
    lock.reset();
    QTRY_VERIFY(waiting.isDone());
    QTRY_COMPARE(m_server.run({"DBSIZE"}).integer, 0);
}

void TestReentrantLock::saysThatItMayNotListen()
{
    m_server.run({"ACL", "SETUSER", "deaf", "on", "nopass", "resetchannels", "~*", "+@all"});
    Endpoint endpoint = m_server.endpoint();
    endpoint.user = "deaf";
    Connection listening(endpoint);
    ReleaseChannels channels(&listening);
    QVERIFY(QCoro::waitFor(listening.open()));
    QVERIFY(m_redisson.lock().isNil());
    ReentrantLock lock(&m_commands, &channels, "job");
    const auto refused = QCoro::waitFor(lock.acquire(patience));
    QCOMPARE(refused.error().code, ErrorCode::NoPerm);
}

void TestReentrantLock::refusesImpossibleLeases()
{
    for (const milliseconds lease : {0ms, -1ms}) {
        ReentrantLock lock(&m_commands, m_channels.get(), "job", {lease, true});
        QCOMPARE(QCoro::waitFor(lock.tryAcquire()).error().code, ErrorCode::BadInput);
        QCOMPARE(QCoro::waitFor(lock.acquire(patience)).error().code, ErrorCode::BadInput);
    }
}

void TestReentrantLock::aKeyOfAnotherTypeIsAnError()
{
    m_server.run({"SET", "job", "a plain lock"});
    ReentrantLock lock(&m_commands, m_channels.get(), "job");
    QCOMPARE(QCoro::waitFor(lock.tryAcquire()).error().code, ErrorCode::WrongType);
    QCOMPARE(QCoro::waitFor(lock.acquire(patience)).error().code, ErrorCode::WrongType);
}

QTEST_GUILESS_MAIN(TestReentrantLock)
#include "tst_reentrantlock.moc"

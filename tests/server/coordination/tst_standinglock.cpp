#include "core/coordination/locks/fencedlock.h"
#include "core/coordination/takeover/takeover.h"
#include "core/redis/connection/subscriber.h"
#include "tests/support/patience.h"
#include "tests/support/servers/testserver.h"

#include <QCoroTask>
#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;

// Locks of any library, read and taken away by hand.
class TestStandingLock : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void aStringIsReadWithItsTokenAndTtl();
    void aHashIsReadWithItsHolderAndItsHolds();
    void whatIsNoLockIsSaidToBeNone();
    void onlyTheNamedTokenIsReleased();
    void aRedissonLockIsTakenWholeAndItsWaitersAreWoken();
    void theFirstOfAFairLocksLineIsWoken();
    void whoeverStandsInOurLineGetsTheLock();
    void theNextHolderOfAFencedLockGetsAGreaterNumber();
    void aLineThatIsSomebodyElsesIsLeftAlone();
    void aReleaseThatNobodyMayHearIsSaid();
    void aUserWhoMayNotRunScriptsReleasesNothing();
    void anyBytes();

private:
    Result<std::optional<StandingLock>> read(const QByteArray &key)
    {
        return QCoro::waitFor(readLock(m_connection.get(), key));
    }
    Result<Takeover> take(const QByteArray &key, const StandingLock &lock)
    {
        return QCoro::waitFor(takeLockAway(m_connection.get(), key, lock));
    }
    void connectAs(const QByteArray &user);

    std::unique_ptr<TestServer> m_server;
    std::unique_ptr<Connection> m_connection;
    const QByteArray m_holder = "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11:42";
};

void TestStandingLock::init()
{
    m_connection.reset();
    m_server = std::make_unique<TestServer>();
    connectAs({});
}

void TestStandingLock::connectAs(const QByteArray &user)
{
    Endpoint endpoint = m_server->endpoint();
    endpoint.user = user;
    endpoint.password = user;
    m_connection = std::make_unique<Connection>(endpoint);
    QVERIFY(QCoro::waitFor(m_connection->open()));
}

void TestStandingLock::aStringIsReadWithItsTokenAndTtl()
{
    QVERIFY(read("lock:a") && !*read("lock:a"));
    m_server->run({"SET", "lock:a", "token", "PX", "60000"});
    auto lock = read("lock:a");
    QVERIFY(lock && *lock);
    QCOMPARE((*lock)->token, QByteArray("token"));
    QVERIFY((*lock)->ttl > 50s && (*lock)->ttl <= 60s);
    QVERIFY(!(*lock)->isHash);
    m_server->run({"PERSIST", "lock:a"});
    lock = read("lock:a");
    QVERIFY(lock && *lock && !(*lock)->ttl);
}

void TestStandingLock::aHashIsReadWithItsHolderAndItsHolds()
{
    m_server->run({"HSET", "myLock", m_holder, "3"});
    const auto lock = read("myLock");
    QVERIFY(lock && *lock);
    QCOMPARE((*lock)->token, m_holder);
    QCOMPARE((*lock)->holds, qint64(3));
    QVERIFY((*lock)->isHash);
}

void TestStandingLock::whatIsNoLockIsSaidToBeNone()
{
    m_server->run({"RPUSH", "list", "a"});
    m_server->run({"HSET", "rw", "mode", "read", m_holder, "1"});
    m_server->run({"HSET", "person", "name", "Ada"});
    for (const QByteArray key : {"list", "rw", "person"}) {
        const auto lock = read(key);
        QVERIFY2(!lock && lock.error().code == ErrorCode::WrongType, key);
    }
}

void TestStandingLock::onlyTheNamedTokenIsReleased()
{
    m_server->run({"SET", "lock:a", "token", "PX", "60000"});
    const auto seen = read("lock:a");
    m_server->run({"SET", "lock:a", "another", "PX", "60000"});
    QVERIFY(take("lock:a", **seen) == Takeover::NotHeld);
    QCOMPARE(m_server->run({"GET", "lock:a"}).text, QByteArray("another"));
    m_server->run({"SET", "lock:a", "token", "PX", "60000"});
    QVERIFY(take("lock:a", **seen) == Takeover::Released);
    QCOMPARE(m_server->run({"EXISTS", "lock:a"}).integer, qint64(0));
    QVERIFY(take("lock:a", **seen) == Takeover::NotHeld);
}

void TestStandingLock::aRedissonLockIsTakenWholeAndItsWaitersAreWoken()
{
    Connection ear(m_server->endpoint());
    Subscriber subscriber(&ear);
    QByteArrayList heard;
    connect(&subscriber, &Subscriber::message, this,
        [&](const QByteArray &, const Reply &payload) { heard << payload.text; });
    QVERIFY(QCoro::waitFor(ear.open()));
    subscriber.subscribe("redisson_lock__channel:{myLock}");
    QTRY_VERIFY(subscriber.isActive("redisson_lock__channel:{myLock}"));
    m_server->run({"HSET", "myLock", m_holder, "3"});
    const auto lock = read("myLock");
    StandingLock other = **lock;
    other.token += "1";
    QVERIFY(take("myLock", other) == Takeover::NotHeld);
    QVERIFY(take("myLock", **lock) == Takeover::Released);
    QCOMPARE(m_server->run({"EXISTS", "myLock"}).integer, qint64(0));
    QTRY_COMPARE(heard, QByteArrayList{"0"});
}

void TestStandingLock::theFirstOfAFairLocksLineIsWoken()
{
    Connection ear(m_server->endpoint());
    Subscriber subscriber(&ear);
    QByteArrayList heard;
    connect(&subscriber, &Subscriber::message, this,
        [&](const QByteArray &channel, const Reply &) { heard << channel; });
    QVERIFY(QCoro::waitFor(ear.open()));
    subscriber.subscribePattern("redisson_lock__channel:*");
    QTRY_VERIFY(subscriber.isActive("redisson_lock__channel:*"));
    m_server->run({"HSET", "fair", m_holder, "1"});
    m_server->run({"RPUSH", "redisson_lock_queue:{fair}", "next:1", "later:1"});
    const auto lock = read("fair");
    QVERIFY(take("fair", **lock) == Takeover::Released);
    QTRY_COMPARE(heard, QByteArrayList{"redisson_lock__channel:{fair}:next:1"});
}

void TestStandingLock::whoeverStandsInOurLineGetsTheLock()
{
    Connection commands(m_server->endpoint());
    Connection listening(m_server->endpoint());
    QVERIFY(QCoro::waitFor(commands.open()) && QCoro::waitFor(listening.open()));
    WakeChannel channel(&commands, &listening);
    Lock lock(&channel, "job");
    m_server->run({"SET", "job", "dead", "PX", "60000"});
    std::unique_ptr<Lease> lease;
    auto waiting = lock.acquire(30s).then([&](Acquired acquired) {
        if (acquired)
            lease = std::move(*acquired);
    });
    QTRY_COMPARE(m_server->run({"LLEN", "{job}:waiters"}).integer, qint64(1));
    QVERIFY(take("job", **read("job")) == Takeover::Released);
    QTRY_VERIFY(lease && lease->isValid());
    QCOMPARE(m_server->run({"GET", "job"}).text, lease->token());
}

void TestStandingLock::theNextHolderOfAFencedLockGetsAGreaterNumber()
{
    Connection commands(m_server->endpoint());
    Connection listening(m_server->endpoint());
    QVERIFY(QCoro::waitFor(commands.open()) && QCoro::waitFor(listening.open()));
    WakeChannel channel(&commands, &listening);
    FencedLock lock(&channel, "job");
    const auto first = QCoro::waitFor(lock.tryAcquire());
    QVERIFY(first && *first);
    FencedLock other(&channel, "job");
    std::unique_ptr<Lease> next;
    auto waiting = other.acquire(30s).then([&](Acquired acquired) {
        if (acquired)
            next = std::move(*acquired);
    });
    QTRY_COMPARE(m_server->run({"LLEN", "{job}:waiters"}).integer, qint64(1));
    QVERIFY(take("job", **read("job")) == Takeover::Released);
    QTRY_VERIFY(next);
    QVERIFY(next->fencingToken() > (*first)->fencingToken());
}

void TestStandingLock::aLineThatIsSomebodyElsesIsLeftAlone()
{
    m_server->run({"SET", "job", "theirs"});
    m_server->run({"RPUSH", "{job}:waiters", "alpha"});
    const auto taken = take("job", **read("job"));
    QVERIFY(taken);
    QCOMPARE(m_server->run({"EXISTS", "job"}).integer, qint64(0));
    QCOMPARE(m_server->run({"LRANGE", "{job}:waiters", "0", "-1"}).elements.size(), size_t(1));
    m_server->run({"SET", "job2", "theirs"});
    m_server->run({"SET", "{job2}:waiters", "text"});
    QVERIFY(take("job2", **read("job2")));
    QCOMPARE(m_server->run({"EXISTS", "job2"}).integer, qint64(0));
}

void TestStandingLock::aReleaseThatNobodyMayHearIsSaid()
{
    m_server->run({"ACL", "SETUSER", "mute", "on", ">mute", "~*", "&*", "+@all", "-publish"});
    connectAs("mute");
    m_server->run({"HSET", "myLock", m_holder, "1"});
    QVERIFY(take("myLock", **read("myLock")) == Takeover::ReleasedUnheard);
    QCOMPARE(m_server->run({"EXISTS", "myLock"}).integer, qint64(0));
}

void TestStandingLock::aUserWhoMayNotRunScriptsReleasesNothing()
{
    m_server->run(
        {"ACL", "SETUSER", "reader", "on", ">reader", "~*", "&*", "+@read", "+@connection"});
    connectAs("reader");
    m_server->run({"SET", "lock:a", "token"});
    const auto taken = take("lock:a", **read("lock:a"));
    QVERIFY(!taken && taken.error().code == ErrorCode::NoPerm);
    QCOMPARE(m_server->run({"GET", "lock:a"}).text, QByteArray("token"));
}

void TestStandingLock::anyBytes()
{
    const QByteArray key("lock:\0\xff\n{", 9);
    const QByteArray token("\0\xfe token", 8);
    m_server->run({"SET", key, token});
    const auto lock = read(key);
    QVERIFY(lock && *lock);
    QCOMPARE((*lock)->token, token);
    QVERIFY(take(key, **lock) == Takeover::Released);
    QCOMPARE(m_server->run({"DBSIZE"}).integer, qint64(0));
}

QTEST_GUILESS_MAIN(TestStandingLock)
#include "tst_standinglock.moc"

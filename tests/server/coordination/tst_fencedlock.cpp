#include "core/coordination/locks/companionkey.h"
#include "core/coordination/locks/fencedlock.h"
#include "tests/support/patience.h"
#include "tests/support/servers/lockclient.h"
#include "tests/support/servers/testserver.h"
#include "tests/support/waiting.h"

#include <QDateTime>
#include <QSignalSpy>
#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

constexpr auto patience = 30s;

} // namespace

class TestFencedLock : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void everyLeaseHasAGreaterToken();
    void theCounterOutlivesTheLock();
    void tokensGrowAlthoughTheCounterIsLost();
    void tokensGrowAlthoughTheCounterComesBackOlder();
    void aClockThatIsSetBackDoesNoHarm();
    void aHandOverCountsToo();
    void aRefusalDoesNotCount();
    void aStaleHolderHasTheLowerToken();
    void aCounterThatIsNoNumberLeavesTheLockAsItWas();
    void aBrokenCounterDoesNotKeepALockFromBeingReleased();
    void tokensBeyondFourteenDigitsAreExact();

private:
    TestServer m_server;
    LockClient m_client{m_server.endpoint()};
};

void TestFencedLock::init()
{
    QTRY_VERIFY(m_client.isReady());
    m_server.run({"FLUSHALL"});
}

void TestFencedLock::everyLeaseHasAGreaterToken()
{
    FencedLock lock(&m_client.channel, "job");
    qint64 last = 0;
    for (int i = 0; i < 10; ++i) {
        auto lease = QCoro::waitFor(i % 2 ? lock.tryAcquire() : lock.acquire(patience));
        QVERIFY(*lease);
        QVERIFY((*lease)->fencingToken().value() > last);
        last = (*lease)->fencingToken().value();
        QCOMPARE(m_server.run({"GET", "{job}:fence"}).text.toLongLong(), last);
        QCOMPARE(QCoro::waitFor((*lease)->release()), Result<bool>(true));
    }
}

void TestFencedLock::theCounterOutlivesTheLock()
{
    FencedLock lock(&m_client.channel, "job", {{10ms, false}, {}});
    const auto first = QCoro::waitFor(lock.tryAcquire());
    QTRY_COMPARE(m_server.run({"EXISTS", "job"}).integer, 0);
    QCOMPARE(m_server.run({"PTTL", "{job}:fence"}).integer, -1);
    const auto second = QCoro::waitFor(lock.tryAcquire());
    QVERIFY((*second)->fencingToken().value() > (*first)->fencingToken().value());
}

// Lost between two leases, and while one waits for the lock to be handed over.
void TestFencedLock::tokensGrowAlthoughTheCounterIsLost()
{
    FencedLock lock(&m_client.channel, "job");
    qint64 last = 0;
    for (int i = 0; i < 5; ++i) {
        auto lease = QCoro::waitFor(lock.tryAcquire());
        QVERIFY((*lease)->fencingToken().value() > last);
        last = (*lease)->fencingToken().value();
        Waiting waiting(lock.acquire(patience));
        QTRY_COMPARE(m_server.run({"LLEN", "{job}:waiters"}).integer, 1);
        m_server.run({"DEL", "{job}:fence"});
        QCOMPARE(QCoro::waitFor((*lease)->release()), Result<bool>(true));
        QTRY_VERIFY(waiting.hasLease());
        QVERIFY(waiting.lease().fencingToken().value() > last);
        last = waiting.lease().fencingToken().value();
        QCOMPARE(QCoro::waitFor(waiting.result().value()->release()), Result<bool>(true));
        m_server.run({"DEL", "{job}:fence"});
    }
}

// As after a failover to a replica that had not heard of the latest ones.
void TestFencedLock::tokensGrowAlthoughTheCounterComesBackOlder()
{
    FencedLock lock(&m_client.channel, "job");
    qint64 last = 0;
    for (int i = 0; i < 5; ++i) {
        const QByteArray before = m_server.run({"GET", "{job}:fence"}).text;
        auto lease = QCoro::waitFor(lock.tryAcquire());
        QVERIFY((*lease)->fencingToken().value() > last);
        last = (*lease)->fencingToken().value();
        QCOMPARE(QCoro::waitFor((*lease)->release()), Result<bool>(true));
        if (!before.isEmpty())
            m_server.run({"SET", "{job}:fence", before});
    }
}

// The counter is ahead of the clock then, and goes on from where it is.
void TestFencedLock::aClockThatIsSetBackDoesNoHarm()
{
    const qint64 ahead = QDateTime::currentMSecsSinceEpoch() * 1000 + 3'600'000'000;
    m_server.run({"SET", "{job}:fence", QByteArray::number(ahead)});
    FencedLock lock(&m_client.channel, "job");
    auto lease = QCoro::waitFor(lock.tryAcquire());
    QCOMPARE((*lease)->fencingToken(), ahead + 1);
}

void TestFencedLock::aHandOverCountsToo()
{
    FencedLock lock(&m_client.channel, "job");
    auto lease = QCoro::waitFor(lock.tryAcquire());
    for (int i = 0; i < 5; ++i) {
        Waiting waiting(lock.acquire(patience));
        QTRY_COMPARE(m_server.run({"LLEN", "{job}:waiters"}).integer, 1);
        QCOMPARE(QCoro::waitFor((*lease)->release()), Result<bool>(true));
        QTRY_VERIFY(waiting.hasLease());
        QVERIFY(waiting.lease().fencingToken().value() > (*lease)->fencingToken().value());
        QCOMPARE(m_server.run({"GET", "{job}:fence"}).text.toLongLong(),
            waiting.lease().fencingToken().value());
        lease = std::move(waiting.result());
    }
}

void TestFencedLock::aRefusalDoesNotCount()
{
    FencedLock lock(&m_client.channel, "job");
    const auto lease = QCoro::waitFor(lock.tryAcquire());
    const QByteArray before = m_server.run({"GET", "{job}:fence"}).text;
    for (int i = 0; i < 3; ++i) {
        QVERIFY(!*QCoro::waitFor(lock.tryAcquire()));
        QVERIFY(!*QCoro::waitFor(lock.acquire(1ms)));
    }
    QCOMPARE(m_server.run({"GET", "{job}:fence"}).text, before);
}

// The order of writes that a separate INCR gets wrong: the stale holder comes last and must not
// have the higher number.
void TestFencedLock::aStaleHolderHasTheLowerToken()
{
    FencedLock lock(&m_client.channel, "job", {{30s, false}, {}});
    const auto stale = QCoro::waitFor(lock.tryAcquire());
    m_server.run({"DEL", "job"}); // as its end would
    const auto holder = QCoro::waitFor(lock.tryAcquire());
    QVERIFY(*(*holder)->fencingToken() > *(*stale)->fencingToken());
}

void TestFencedLock::aCounterThatIsNoNumberLeavesTheLockAsItWas()
{
    m_server.run({"RPUSH", "{job}:fence", "x"});
    FencedLock lock(&m_client.channel, "job");
    QCOMPARE(QCoro::waitFor(lock.tryAcquire()).error().code, ErrorCode::WrongType);
    QCOMPARE(QCoro::waitFor(lock.acquire(patience)).error().code, ErrorCode::WrongType);
    QCOMPARE(m_server.run({"EXISTS", "job"}).integer, 0);
}

void TestFencedLock::aBrokenCounterDoesNotKeepALockFromBeingReleased()
{
    FencedLock lock(&m_client.channel, "job");
    auto lease = QCoro::waitFor(lock.tryAcquire());
    Waiting waiting(lock.acquire(patience));
    QTRY_COMPARE(m_server.run({"LLEN", "{job}:waiters"}).integer, 1);
    m_server.run({"DEL", "{job}:fence"});
    m_server.run({"RPUSH", "{job}:fence", "x"});
    QCOMPARE(QCoro::waitFor((*lease)->release()).error().code, ErrorCode::WrongType);
    QCOMPARE(m_server.run({"EXISTS", "job"}).integer, 0);
}

void TestFencedLock::tokensBeyondFourteenDigitsAreExact()
{
    m_server.run({"SET", "{job}:fence", "9007199254740000"});
    FencedLock lock(&m_client.channel, "job");
    auto lease = QCoro::waitFor(lock.tryAcquire());
    QCOMPARE((*lease)->fencingToken(), 9007199254740001);
    Waiting waiting(lock.acquire(patience));
    QTRY_COMPARE(m_server.run({"LLEN", "{job}:waiters"}).integer, 1);
    QCOMPARE(QCoro::waitFor((*lease)->release()), Result<bool>(true));
    QTRY_VERIFY(waiting.hasLease());
    QCOMPARE(waiting.lease().fencingToken(), 9007199254740002);
}

QTEST_GUILESS_MAIN(TestFencedLock)
#include "tst_fencedlock.moc"

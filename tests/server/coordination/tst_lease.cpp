#include "tests/support/patience.h"
#include "tests/support/servers/faultyrelay.h"
#include "tests/support/servers/lockclient.h"
#include "tests/support/servers/testserver.h"

#include <QSignalSpy>
#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;
using std::chrono::milliseconds;
using Cut = FaultyRelay::Cut;
using Way = FaultyRelay::Way;

// What the owner of a lock is told, and when.
class TestLease : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void isRenewedWellBeforeItsEnd();
    void endsUnlessItRenews();
    void aPausedServerCannotDelayTheEnd();
    void anotherHolderIsToldOfAtTheNextRenewal();
    void nothingIsSentAfterTheLoss();
    void aRenewalThatFailsIsTriedAgain();
    void aRenewalThatComesTooLateGivesTheLockBack();
    void aShorterExtensionCountsFromItsSending();
    void destroyingItReleasesTheLock();
    void destroyingItWithoutAConnectionLeavesTheEnd();
    void mayBeDestroyedWhenItIsLostAndWhileItIsRenewed();
    void mayOutliveItsConnection();

private:
    std::unique_ptr<Lease> take(milliseconds length, bool renews = true)
    {
        Lock lock(&m_client->commands, "job", {{length, renews}, {}});
        return std::move(QCoro::waitFor(lock.tryAcquire()).value());
    }
    qint64 renewals() // the script is the only one that uses PEXPIRE here
    {
        const QByteArray stats = m_server.run({"INFO", "commandstats"}).text;
        const qsizetype at = stats.indexOf("cmdstat_pexpire:calls=");
        return at < 0 ? 0 : stats.mid(at + 22, stats.indexOf(',', at) - at - 22).toLongLong();
    }

    qint64 releases() // the only script that deletes, or looks and is none of the renewals
    {
        const QByteArray stats = m_server.run({"INFO", "commandstats"}).text;
        const qsizetype at = stats.indexOf("cmdstat_get:calls=");
        return stats.mid(at + 18, stats.indexOf(',', at) - at - 18).toLongLong() - renewals();
    }

    TestServer m_server;
    std::unique_ptr<FaultyRelay> m_relay;
    std::unique_ptr<LockClient> m_client;
};

void TestLease::init()
{
    m_client.reset();
    m_relay.reset();
    m_relay = std::make_unique<FaultyRelay>(m_server.socketPath());
    m_client = std::make_unique<LockClient>(m_relay->endpoint());
    QTRY_VERIFY(m_client->isReady());
    m_server.run({"FLUSHALL"});
    m_server.run({"CONFIG", "RESETSTAT"});
}

void TestLease::isRenewedWellBeforeItsEnd()
{
    const auto from = LeaseClock::now();
    const auto lease = take(6s);
    QSignalSpy renewed(lease.get(), &Lease::renewed);
    QSignalSpy lost(lease.get(), &Lease::lost);
    const auto first = lease->validUntil();
    QTRY_VERIFY(renewed.count() >= 2);
    QVERIFY(lease->isValid());
    QVERIFY(lease->validUntil() > first);
    QCOMPARE(lost.count(), 0);
    // Every 2 s; a timer may ring a little early.
    QVERIFY(renewed.count() <= (LeaseClock::now() - from) / 1800ms);
    QVERIFY(m_server.run({"PTTL", "job"}).integer > 0);
}

void TestLease::endsUnlessItRenews()
{
    const auto lease = take(1s, false); // long enough to get to the next line
    QSignalSpy lost(lease.get(), &Lease::lost);
    QTRY_COMPARE(lost.count(), 1);
    QCOMPARE(lost.at(0).at(0).value<Lease::Loss>(), Lease::Loss::Expired);
    QVERIFY(LeaseClock::now() >= lease->validUntil());
    QVERIFY(!lease->isValid());
    QCOMPARE(lease->remaining(), 0ms);
    QCOMPARE(renewals(), 0);
}

void TestLease::aPausedServerCannotDelayTheEnd()
{
    const auto lease = take(600ms);
    std::optional<LeaseClock::time_point> told;
    connect(lease.get(), &Lease::lost, this, [&](Lease::Loss why) {
        QCOMPARE(why, Lease::Loss::Expired);
        told = LeaseClock::now();
    });
    m_server.suspend(); // for as long as it takes
    QTRY_VERIFY(told);
    QVERIFY(*told >= lease->validUntil());
    QVERIFY(*told < lease->validUntil() + 3s); // and not when a command times out
    QVERIFY(!lease->isValid());
    m_server.resume();
    QTRY_COMPARE(m_server.run({"EXISTS", "job"}).integer, 0);
}

void TestLease::anotherHolderIsToldOfAtTheNextRenewal()
{
    const auto lease = take(6s);
    QSignalSpy lost(lease.get(), &Lease::lost);
    m_server.run({"SET", "job", "another"});
    QTRY_COMPARE(lost.count(), 1);
    QCOMPARE(lost.at(0).at(0).value<Lease::Loss>(), Lease::Loss::Gone);
    QVERIFY(LeaseClock::now() < lease->validUntil());
    QVERIFY(!lease->isValid());
}

void TestLease::nothingIsSentAfterTheLoss()
{
    auto lease = take(3s); // a renewal finds it out, after 1 s
    QSignalSpy lost(lease.get(), &Lease::lost);
    m_server.run({"SET", "job", "another"});
    QTRY_COMPARE(lost.count(), 1);
    const qint64 sent = m_client->commands.traffic().commands;
    const auto later = LeaseClock::now() + 1200ms; // when the next renewal would have been
    QTRY_VERIFY(LeaseClock::now() > later);
    lease.reset();
    QCOMPARE(m_client->commands.traffic().commands, sent);
    QCOMPARE(lost.count(), 1);
}

void TestLease::aRenewalThatFailsIsTriedAgain()
{
    for (const Cut cut : {Cut::BeforeRequest, Cut::AfterRequest}) {
        auto lease = take(6s);
        QSignalSpy failed(lease.get(), &Lease::renewalFailed);
        QSignalSpy renewed(lease.get(), &Lease::renewed);
        QSignalSpy lost(lease.get(), &Lease::lost);
        m_relay->cutAt(cut, 1, "EVALSHA");
        QTRY_COMPARE(failed.count(), 1);
        const Error error = failed.at(0).at(0).value<Error>();
        QCOMPARE(error.code, ErrorCode::ConnectionLost);
        QVERIFY(error.mayHaveRun);
        QTRY_VERIFY(renewed.count() > 0);
        QCOMPARE(lost.count(), 0);
        QCOMPARE(QCoro::waitFor(lease->release()), Result<bool>(true));
    }
}

void TestLease::aRenewalThatComesTooLateGivesTheLockBack()
{
    auto lease = take(6s);
    QSignalSpy lost(lease.get(), &Lease::lost);
    m_relay->hold(Way::Replies);
    const auto extension = lease->extend(6s);
    QTRY_COMPARE(renewals(), 2); // the server has both
    QTRY_COMPARE(lost.count(), 1);
    QCOMPARE(lost.at(0).at(0).value<Lease::Loss>(), Lease::Loss::Expired);
    m_relay->resume();
    const auto deletions = [this] {
        return m_server.run({"INFO", "commandstats"}).text.contains("cmdstat_del:calls=1");
    };
    QTRY_VERIFY(deletions());
    QVERIFY(!lease->isValid());
    lease.reset();
    QVERIFY(QCoro::waitFor(m_client->commands.request({"PING"})));
    QVERIFY(releases() == 1);
}

void TestLease::aShorterExtensionCountsFromItsSending()
{
    const auto lease = take(60s);
    m_relay->hold(Way::Replies);
    auto extension = lease->extend(5s); // the server may have done it already
    QVERIFY(lease->remaining() <= 5s);
    m_relay->resume();
    QCOMPARE(QCoro::waitFor(extension), Result<bool>(true));
    QVERIFY(lease->remaining() <= 5s);
    QVERIFY(m_server.run({"PTTL", "job"}).integer <= 5000);
}

void TestLease::destroyingItReleasesTheLock()
{
    auto lease = take(60s);
    QCOMPARE(m_server.run({"EXISTS", "job"}).integer, 1);
    lease.reset();
    QTRY_COMPARE(m_server.run({"EXISTS", "job"}).integer, 0);
}

void TestLease::destroyingItWithoutAConnectionLeavesTheEnd()
{
    auto lease = take(60s);
    m_client->commands.close();
    lease.reset();
    QVERIFY(m_server.run({"PTTL", "job"}).integer > 0);
}

void TestLease::mayBeDestroyedWhenItIsLostAndWhileItIsRenewed()
{
    auto lease = take(1s, false);
    bool told = false;
    connect(lease.get(), &Lease::lost, this, [&] {
        told = true;
        lease.reset();
    });
    QTRY_VERIFY(told);

    m_server.run({"DEL", "job"});
    lease = take(6s);
    m_relay->hold(Way::Replies);
    QTRY_VERIFY(m_relay->held() > 0); // a renewal
    lease.reset();
    m_relay->resume();
    QTRY_COMPARE(m_server.run({"EXISTS", "job"}).integer, 0);

    lease = take(6s);
    QSignalSpy renewed(lease.get(), &Lease::renewed);
    connect(lease.get(), &Lease::renewed, this, [&] { lease.reset(); });
    QTRY_VERIFY(!lease);
}

void TestLease::mayOutliveItsConnection()
{
    auto lease = take(1s);
    QSignalSpy lost(lease.get(), &Lease::lost);
    m_client.reset();
    QCOMPARE(QCoro::waitFor(lease->extend(300ms)).error().code, ErrorCode::NotConnected);
    QTRY_COMPARE(lost.count(), 1);
    QCOMPARE(lost.at(0).at(0).value<Lease::Loss>(), Lease::Loss::Expired);
    QCOMPARE(QCoro::waitFor(lease->release()).error().code, ErrorCode::NotConnected);
}

QTEST_GUILESS_MAIN(TestLease)
#include "tst_lease.moc"

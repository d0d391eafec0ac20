#include "core/coordination/redlock/redlock.h"
#include "tests/support/patience.h"
#include "tests/support/servers/testserver.h"
#include "tests/support/waiting.h"

#include <QSignalSpy>
#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;
using std::chrono::milliseconds;

namespace {

// Five servers, a connection to each.
struct Site
{
    Site()
    {
        for (TestServer &server : servers) {
            connections.push_back(std::make_unique<Connection>(server.endpoint()));
            all.push_back(connections.back().get());
            QCoro::waitFor(connections.back()->open());
        }
    }
    // On how many the lock is.
    int held(const QByteArray &token = {})
    {
        int count = 0;
        for (TestServer &server : servers) {
            const Reply value = server.run({"GET", "job"});
            if (value.kind == Reply::Kind::Bulk && (token.isEmpty() || value.text == token))
                ++count;
        }
        return count;
    }

    TestServer servers[5];
    std::vector<std::unique_ptr<Connection>> connections;
    std::vector<Connection *> all;
};

} // namespace

class TestRedlock : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void holdsAllServersAndReleasesAll();
    void validityIsShorterByTheDrift();
    void aMinorityOfDeadServersChangesNothing();
    void withoutAMajorityNothingStaysBehind();
    void aSplitVoteIsReleasedEverywhere();
    void aHungMinorityDelaysNobody();
    void aHungMajorityIsAnError();
    void isRenewedOnAMajority();
    void isLostWithTheMajority();
    void oneHolderAmongManyClients();
    void refusesImpossibleInput();
    void asksExactlyAsOftenAsToldAndCanBeCancelled();
    void pausesAsLongAsAsked();
};

void TestRedlock::holdsAllServersAndReleasesAll()
{
    Site site;
    Redlock lock(site.all, "job");
    auto lease = QCoro::waitFor(lock.tryAcquire());
    QVERIFY(*lease);
    QTRY_COMPARE(site.held((*lease)->token()), 5);
    QVERIFY(!*QCoro::waitFor(lock.tryAcquire()));
    QCOMPARE(site.held((*lease)->token()), 5);
    QCOMPARE(QCoro::waitFor((*lease)->release()), Result<bool>(true));
    QTRY_COMPARE(site.held(), 0);
    auto dropped = QCoro::waitFor(lock.tryAcquire());
    QVERIFY(*dropped);
    dropped->reset();
    QTRY_COMPARE(site.held(), 0);
}

void TestRedlock::validityIsShorterByTheDrift()
{
    Site site;
    Redlock lock(site.all, "job", {10s, false});
    const auto before = LeaseClock::now();
    const auto lease = QCoro::waitFor(lock.tryAcquire());
    QVERIFY((*lease)->validUntil() >= before + 10s - 102ms);
    QVERIFY((*lease)->validUntil() <= LeaseClock::now() + 10s - 102ms);
}

void TestRedlock::aMinorityOfDeadServersChangesNothing()
{
    Site site;
    site.servers[0].kill9();
    site.servers[3].kill9();
    Redlock lock(site.all, "job");
    auto lease = QCoro::waitFor(lock.acquire(3, 10ms));
    QVERIFY(lease && *lease);
    QTRY_COMPARE(site.held((*lease)->token()), 3);
    QCOMPARE(QCoro::waitFor((*lease)->extend(40s)), Result<bool>(true));
    const auto refused = QCoro::waitFor(lock.tryAcquire());
    QVERIFY(refused && !*refused); // held by another, not an error
    QCOMPARE(QCoro::waitFor((*lease)->release()), Result<bool>(true));
    QTRY_COMPARE(site.held(), 0);
}

void TestRedlock::withoutAMajorityNothingStaysBehind()
{
    Site site;
    for (int i = 0; i < 3; ++i) {
        site.servers[i].kill9();
        QTRY_COMPARE(site.all[size_t(i)]->state(), Connection::State::Closed);
    }
    Redlock lock(site.all, "job");
    const auto lease = QCoro::waitFor(lock.tryAcquire());
    QVERIFY(!lease);
    QCOMPARE(lease.error().code, ErrorCode::NotConnected);
    QTRY_COMPARE(site.held(), 0);
}

void TestRedlock::aSplitVoteIsReleasedEverywhere()
{
    Site site;
    for (int i = 0; i < 3; ++i)
        site.servers[i].run({"SET", "job", "another"});
    Redlock lock(site.all, "job");
    const auto lease = QCoro::waitFor(lock.tryAcquire());
    QVERIFY(lease && !*lease);
    QTRY_COMPARE(site.held(), 3);
    QCOMPARE(site.held("another"), 3);
    for (int i = 0; i < 3; ++i)
        QCOMPARE(site.servers[i].run({"PTTL", "job"}).integer, -1);
}

void TestRedlock::aHungMinorityDelaysNobody()
{
    Site site;
    site.servers[1].suspend();
    site.servers[2].suspend();
    Redlock lock(site.all, "job", {60s, false});
    const auto before = LeaseClock::now();
    auto lease = QCoro::waitFor(lock.tryAcquire());
    QVERIFY(lease && *lease);
    QCOMPARE(QCoro::waitFor((*lease)->release()), Result<bool>(true));
    QVERIFY(LeaseClock::now() - before < 5s); // the limit of a vote is 6 s
    site.servers[1].resume();
    site.servers[2].resume();
    QTRY_COMPARE(site.held(), 0); // also where the SET came late
}

void TestRedlock::aHungMajorityIsAnError()
{
    Site site;
    for (int i = 0; i < 3; ++i)
        site.servers[i].suspend();
    Redlock lock(site.all, "job", {1s, false});
    const auto lease = QCoro::waitFor(lock.tryAcquire());
    QVERIFY(!lease);
    QCOMPARE(lease.error().code, ErrorCode::CommandTimeout);
    QVERIFY(lease.error().mayHaveRun);
    for (int i = 0; i < 3; ++i)
        site.servers[i].resume();
    QTRY_COMPARE(site.held(), 0);
}

void TestRedlock::isRenewedOnAMajority()
{
    Site site;
    Redlock lock(site.all, "job", {6s, true}); // each vote has a tenth of it
    auto lease = QCoro::waitFor(lock.tryAcquire());
    QVERIFY(*lease);
    QSignalSpy renewed((*lease).get(), &Lease::renewed);
    QSignalSpy lost((*lease).get(), &Lease::lost);
    site.servers[4].kill9();
    QTRY_VERIFY(renewed.count() >= 4); // longer than the first lease
    QCOMPARE(lost.count(), 0);
    QCOMPARE(site.held((*lease)->token()), 4);
}

void TestRedlock::isLostWithTheMajority()
{
    Site site;
    Redlock lock(site.all, "job", {9s, true});
    auto lease = QCoro::waitFor(lock.tryAcquire());
    QVERIFY(*lease);
    QSignalSpy lost((*lease).get(), &Lease::lost);
    for (int i = 0; i < 3; ++i)
        site.servers[i].run({"SET", "job", "another"});
    QTRY_COMPARE(lost.count(), 1);
    QCOMPARE(lost.at(0).at(0).value<Lease::Loss>(), Lease::Loss::Gone);
    lease->reset();
    QTRY_COMPARE(site.held(), 3);
}

namespace {

struct Ward
{
    int inside = 0;
    int entered = 0;
    bool wasShared = false;
};

QCoro::Task<bool> visit(Redlock *lock, Ward *ward, int times)
{
    for (int i = 0; i < times; ++i) {
        auto lease = co_await lock->acquire(10'000, 4ms);
        if (!lease || !*lease)
            co_return false;
        ward->wasShared |= ++ward->inside > 1;
        ++ward->entered;
        const auto extended = co_await (*lease)->extend(100s); // time passes
        --ward->inside;
        if (!extended)
            co_return false;
        const auto released = co_await (*lease)->release();
        if (!released)
            co_return false;
    }
    co_return true;
}

} // namespace

void TestRedlock::oneHolderAmongManyClients()
{
    Site site;
    Ward ward;
    std::vector<std::unique_ptr<Redlock>> locks;
    std::vector<QCoro::Task<bool>> visits;
    for (int i = 0; i < 8; ++i) {
        locks.push_back(std::make_unique<Redlock>(site.all, "job", LeaseTerms{100s, false}));
        visits.push_back(visit(locks.back().get(), &ward, 5));
    }
    for (auto &each : visits)
        QVERIFY(QCoro::waitFor(each));
    QCOMPARE(ward.entered, 40);
    QVERIFY(!ward.wasShared);
    QTRY_COMPARE(site.held(), 0);
}

void TestRedlock::refusesImpossibleInput()
{
    Site site;
    for (const milliseconds length : {0ms, -1ms, 1ms, 2ms}) {
        Redlock lock(site.all, "job", {length, true});
        QCOMPARE(QCoro::waitFor(lock.tryAcquire()).error().code, ErrorCode::BadInput);
    }
    Redlock nowhere({}, "job");
    QCOMPARE(QCoro::waitFor(nowhere.tryAcquire()).error().code, ErrorCode::BadInput);
    Redlock lock(site.all, "job");
    QCOMPARE(QCoro::waitFor(lock.acquire(0, 1ms)).error().code, ErrorCode::BadInput);
    QCOMPARE(site.held(), 0);
}

void TestRedlock::asksExactlyAsOftenAsToldAndCanBeCancelled()
{
    Site site;
    for (TestServer &server : site.servers)
        server.run({"SET", "job", "another"});
    auto lock = std::make_unique<Redlock>(site.all, "job");
    QVERIFY(!*QCoro::waitFor(lock->tryAcquire())); // makes the scripts known
    QVERIFY(QCoro::waitFor(site.all[0]->request({"PING"})));
    const qint64 before = site.all[0]->traffic().commands;
    const auto refused = QCoro::waitFor(lock->acquire(4, 2ms));
    QVERIFY(refused && !*refused);
    QCOMPARE(site.all[0]->traffic().commands - before, 8); // each with its release
    Waiting waiting(lock->acquire(1000, 30s));
    QVERIFY(QCoro::waitFor(site.all[0]->request({"PING"})));
    lock.reset();
    QTRY_VERIFY(waiting.isDone());
    QCOMPARE(waiting.result().error().code, ErrorCode::Cancelled);
    QCOMPARE(site.held("another"), 5);
}

void TestRedlock::pausesAsLongAsAsked()
{
    Site site;
    for (TestServer &server : site.servers)
        server.run({"SET", "job", "another"});
    auto lock = std::make_unique<Redlock>(site.all, "job");
    Waiting waiting(lock->acquire(3, milliseconds::max()));
    const auto later = LeaseClock::now() + 200ms;
    QTRY_VERIFY(LeaseClock::now() > later);
    QVERIFY(!waiting.isDone());
    lock.reset();
    QTRY_VERIFY(waiting.isDone());
    QCOMPARE(waiting.result().error().code, ErrorCode::Cancelled);
}

QTEST_GUILESS_MAIN(TestRedlock)
#include "tst_redlock.moc"

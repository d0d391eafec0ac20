#include "core/coordination/locks/companionkey.h"
#include "tests/support/patience.h"
#include "tests/support/servers/lockclient.h"
#include "tests/support/servers/testserver.h"
#include "tests/support/waiting.h"

#include <QSignalSpy>
#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;
using std::chrono::milliseconds;

namespace {

constexpr auto patience = 30s;

LockOptions lasting(milliseconds length, bool renews = true)
{
    return {{length, renews}, {}};
}

// Calls of that command since the server was started.
qint64 callsOf(TestServer &server, const QByteArray &command)
{
    const QByteArray stats = server.run({"INFO", "commandstats"}).text;
    const qsizetype at = stats.indexOf("cmdstat_" + command + ":calls=");
    if (at < 0)
        return 0;
    const qsizetype start = stats.indexOf('=', at) + 1;
    return stats.mid(start, stats.indexOf(',', start) - start).toLongLong();
}

// Ends the channel of which it was told.
QCoro::Task<> refusedBy(std::unique_ptr<WakeChannel> *channel, Lock *lock, int *refusals)
{
    const Acquired refused = co_await lock->acquire(patience);
    if (!refused)
        ++*refusals;
    channel->reset();
}

} // namespace

class TestLock : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_server.run({"FLUSHALL"}); }

    void holdsAnOwnTokenForTheLease();
    void oneHolder();
    void expiredHolderCannotReleaseTheNewHoldersLock();
    void expiredHolderCannotExtendTheNewHoldersLock();
    void releaseSaysWhetherItWasOurs();
    void takesAnyBytes();
    void refusesImpossibleLeases_data();
    void refusesImpossibleLeases();
    void veryShortAndVeryLongLeases();
    void pollsExactlyAsOftenAsAsked();
    void pausesAsLongAsAsked();

    void aReleasedLockIsHandedToTheFirstInLine();
    void waitsOnlyAsLongAsAsked();
    void aDeadHoldersLockPassesOnWhenItEnds();
    void aGoneWaiterIsPassedOver();
    void aHungWaiterCostsItsLeaseAndNoMore();
    void aWaiterLeavesNothingBehind_data();
    void aWaiterLeavesNothingBehind();
    void waitingCostsFewCommands();
    void asksAgainWhenTheSubscriptionIsBack();
    void whatWasHandedLongAfterTheCallIsMadeCertainFirst();
    void oneTokenForTwoLocksIsTwoWaits();
    void whoIsRefusedMayTakeTheChannelWithIt();

private:
    TestServer m_server;
};

void TestLock::holdsAnOwnTokenForTheLease()
{
    LockClient client(m_server.endpoint());
    QTRY_VERIFY(client.isReady());
    Lock lock(&client.commands, "job", lasting(20s));
    const auto before = LeaseClock::now();
    const Acquired lease = QCoro::waitFor(lock.tryAcquire());
    QVERIFY(*lease);
    QCOMPARE(m_server.run({"GET", "job"}).text, (*lease)->token());
    QCOMPARE((*lease)->token().size(), 36);
    const qint64 left = m_server.run({"PTTL", "job"}).integer;
    QVERIFY(left > 10'000 && left <= 20'000);
    QVERIFY((*lease)->isValid());
    QVERIFY((*lease)->validUntil() >= before + 20s);
    QVERIFY((*lease)->validUntil() <= LeaseClock::now() + 20s);
    QVERIFY(!(*lease)->fencingToken());

    Lock other(&client.commands, "other job");
    const Acquired second = QCoro::waitFor(other.tryAcquire());
    QVERIFY((*second)->token() != (*lease)->token());
    QCOMPARE(m_server.run({"DBSIZE"}).integer, 2);
}

void TestLock::oneHolder()
{
    LockClient client(m_server.endpoint());
    QTRY_VERIFY(client.isReady());
    Lock lock(&client.commands, "job");
    Acquired lease = QCoro::waitFor(lock.tryAcquire());
    QVERIFY(*lease);
    const Acquired refused = QCoro::waitFor(lock.tryAcquire());
    QVERIFY(refused);
    QVERIFY(!*refused);
    QCOMPARE(QCoro::waitFor((*lease)->release()), Result<bool>(true));
    QVERIFY(!(*lease)->isValid());
    QVERIFY(*QCoro::waitFor(lock.tryAcquire()));
}

void TestLock::expiredHolderCannotReleaseTheNewHoldersLock()
{
    LockClient client(m_server.endpoint());
    QTRY_VERIFY(client.isReady());
    Lock lock(&client.commands, "job", lasting(20s, false));
    Acquired first = QCoro::waitFor(lock.tryAcquire());
    m_server.run({"DEL", "job"}); // as its end would
    Acquired second = QCoro::waitFor(lock.tryAcquire());
    QVERIFY(*second);
    QCOMPARE(QCoro::waitFor((*first)->release()), Result<bool>(false));
    QCOMPARE(m_server.run({"GET", "job"}).text, (*second)->token());
    first->reset();
    QVERIFY(QCoro::waitFor(client.commands.request({"PING"})));
    QCOMPARE(m_server.run({"GET", "job"}).text, (*second)->token());
}

void TestLock::expiredHolderCannotExtendTheNewHoldersLock()
{
    LockClient client(m_server.endpoint());
    QTRY_VERIFY(client.isReady());
    Lock lock(&client.commands, "job", lasting(20s, false));
    Acquired first = QCoro::waitFor(lock.tryAcquire());
    m_server.run({"SET", "job", "another", "PX", "1000"});
    QSignalSpy lost((*first).get(), &Lease::lost);
    QCOMPARE(QCoro::waitFor((*first)->extend(60s)), Result<bool>(false));
    QVERIFY(m_server.run({"PTTL", "job"}).integer <= 1000);
    QCOMPARE(lost.count(), 1);
    QCOMPARE(lost.at(0).at(0).value<Lease::Loss>(), Lease::Loss::Gone);
    QVERIFY(!(*first)->isValid());
}

void TestLock::releaseSaysWhetherItWasOurs()
{
    LockClient client(m_server.endpoint());
    QTRY_VERIFY(client.isReady());
    Lock lock(&client.commands, "job");
    Acquired lease = QCoro::waitFor(lock.tryAcquire());
    QCOMPARE(QCoro::waitFor((*lease)->release()), Result<bool>(true));
    QCOMPARE(QCoro::waitFor((*lease)->release()), Result<bool>(false));
    QCOMPARE(QCoro::waitFor((*lease)->extend(1s)), Result<bool>(false));
}

void TestLock::takesAnyBytes()
{
    LockClient client(m_server.endpoint());
    LockClient otherClient(m_server.endpoint());
    QTRY_VERIFY(client.isReady() && otherClient.isReady());
    for (const QByteArray &bytes :
        {QByteArray(), QByteArray("a b\r\n"), QByteArray("\0{}\xff\xfe%s 12 3", 12),
            QByteArray("}{"), QByteArray("{tag}:\n"), QByteArray(100'000, 'x')}) {
        LockOptions options;
        options.token = bytes + "mine";
        LockOptions others;
        others.token = bytes + "other's";
        Lock lock(&client.channel, bytes, options);
        Lock otherLock(&otherClient.channel, bytes, others);
        Acquired lease = QCoro::waitFor(lock.tryAcquire());
        QVERIFY(*lease);
        QCOMPARE(m_server.run({"GET", bytes}).text, options.token);
        Waiting waiting(otherLock.acquire(patience));
        QTRY_COMPARE(m_server.run({"LLEN", companionKey(bytes, "waiters")}).integer, 1);
        QCOMPARE(QCoro::waitFor((*lease)->extend(50s)), Result<bool>(true));
        QCOMPARE(QCoro::waitFor((*lease)->release()), Result<bool>(true));
        QTRY_VERIFY(waiting.hasLease());
        QCOMPARE(m_server.run({"GET", bytes}).text, others.token);
        QCOMPARE(QCoro::waitFor(waiting.lease().release()), Result<bool>(true));
        QCOMPARE(m_server.run({"DBSIZE"}).integer, 0);
    }
}

void TestLock::refusesImpossibleLeases_data()
{
    QTest::addColumn<milliseconds>("lease");
    QTest::newRow("none") << milliseconds(0);
    QTest::newRow("negative") << milliseconds(-5);
    QTest::newRow("beyond a century") << milliseconds(std::chrono::hours(24 * 365) * 101);
    QTest::newRow("the least number") << milliseconds::min();
}

void TestLock::refusesImpossibleLeases()
{
    QFETCH(milliseconds, lease);
    LockClient client(m_server.endpoint());
    QTRY_VERIFY(client.isReady());
    Lock lock(&client.channel, "job", lasting(lease));
    for (int way = 0; way < 3; ++way) {
        const Acquired refused = QCoro::waitFor(way == 0 ? lock.tryAcquire()
                : way == 1                               ? lock.poll(3, 1ms)
                                                         : lock.acquire(patience));
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::BadInput);
        QVERIFY(refused.error().detail.contains(QStringLiteral("from 1 ms to 100 years")));
        QVERIFY(!refused.error().mayHaveRun);
    }
    Lock good(&client.channel, "job");
    Acquired held = QCoro::waitFor(good.tryAcquire());
    QCOMPARE(QCoro::waitFor((*held)->extend(lease)).error().code, ErrorCode::BadInput);
    QVERIFY((*held)->isValid());
    QCOMPARE(QCoro::waitFor(good.poll(0, 1ms)).error().code, ErrorCode::BadInput);
}

void TestLock::veryShortAndVeryLongLeases()
{
    LockClient client(m_server.endpoint());
    QTRY_VERIFY(client.isReady());
    constexpr milliseconds tenYears = std::chrono::hours(24 * 365) * 10;
    Lock years(&client.channel, "years", lasting(tenYears));
    Acquired lease = QCoro::waitFor(years.acquire(patience));
    QVERIFY((*lease)->isValid());
    const qint64 left = m_server.run({"PTTL", "years"}).integer;
    QVERIFY(left > tenYears.count() - 60'000 && left <= tenYears.count());
    QVERIFY((*lease)->remaining() > tenYears - 60s);

    Lock shortly(&client.channel, "shortly", lasting(10ms, false));
    Acquired brief = QCoro::waitFor(shortly.acquire(patience));
    QVERIFY(*brief);
    QTRY_VERIFY(!(*brief)->isValid());
    QTRY_COMPARE(m_server.run({"EXISTS", "shortly"}).integer, 0);
}

void TestLock::pollsExactlyAsOftenAsAsked()
{
    LockClient client(m_server.endpoint());
    QTRY_VERIFY(client.isReady());
    m_server.run({"SET", "job", "another"});
    Lock lock(&client.commands, "job");
    for (const int tries : {1, 2, 5}) {
        m_server.run({"CONFIG", "RESETSTAT"});
        const Acquired refused = QCoro::waitFor(lock.poll(tries, 1ms));
        QVERIFY(refused && !*refused);
        QCOMPARE(callsOf(m_server, "set"), tries);
    }
    Waiting waiting(lock.poll(1000, 5ms));
    m_server.run({"DEL", "job"});
    QTRY_VERIFY(waiting.hasLease());
}

void TestLock::pausesAsLongAsAsked()
{
    LockClient client(m_server.endpoint());
    QTRY_VERIFY(client.isReady());
    m_server.run({"SET", "job", "another"});
    auto lock = std::make_unique<Lock>(&client.commands, "job");
    m_server.run({"CONFIG", "RESETSTAT"});
    Waiting waiting(lock->poll(3, milliseconds::max()));
    QTRY_COMPARE(callsOf(m_server, "set"), 1);
    const auto later = LeaseClock::now() + 100ms;
    QTRY_VERIFY(LeaseClock::now() > later);
    QVERIFY(!waiting.isDone());
    QCOMPARE(callsOf(m_server, "set"), 1);
    lock.reset();
    QTRY_VERIFY(waiting.isDone());
    QCOMPARE(waiting.result().error().code, ErrorCode::Cancelled);
}

void TestLock::aReleasedLockIsHandedToTheFirstInLine()
{
    LockClient client(m_server.endpoint());
    LockClient otherClient(m_server.endpoint());
    QTRY_VERIFY(client.isReady() && otherClient.isReady());
    Lock lock(&client.channel, "job");
    Lock otherLock(&otherClient.channel, "job");
    Acquired lease = QCoro::waitFor(lock.acquire(patience));
    QVERIFY(*lease);
    std::vector<Waiting> line;
    for (int i = 0; i < 6; ++i) {
        line.emplace_back((i % 2 ? lock : otherLock).acquire(patience));
        QTRY_COMPARE(m_server.run({"LLEN", "{job}:waiters"}).integer, i + 1);
    }
    QVERIFY(!*QCoro::waitFor(lock.tryAcquire()));
    QCOMPARE(QCoro::waitFor((*lease)->release()), Result<bool>(true));
    for (size_t i = 0; i < line.size(); ++i) {
        QTRY_VERIFY(line[i].hasLease());
        QVERIFY(line[i].lease().isValid());
        QCOMPARE(m_server.run({"GET", "job"}).text, line[i].lease().token());
        for (size_t later = i + 1; later < line.size(); ++later)
            QVERIFY(!line[later].isDone());
        QCOMPARE(QCoro::waitFor(line[i].lease().release()), Result<bool>(true));
    }
    QCOMPARE(m_server.run({"DBSIZE"}).integer, 0);
}

void TestLock::waitsOnlyAsLongAsAsked()
{
    LockClient client(m_server.endpoint());
    QTRY_VERIFY(client.isReady());
    m_server.run({"SET", "job", "another"});
    Lock lock(&client.channel, "job");
    for (const auto length : {0ms, 1ms, 50ms}) {
        const Acquired refused = QCoro::waitFor(lock.acquire(length));
        QVERIFY(refused && !*refused);
        QTRY_COMPARE(m_server.run({"EXISTS", "{job}:waiters"}).integer, 0);
    }
    QCOMPARE(m_server.run({"GET", "job"}).text, "another");
}

void TestLock::aDeadHoldersLockPassesOnWhenItEnds()
{
    LockClient client(m_server.endpoint());
    QTRY_VERIFY(client.isReady());
    m_server.run({"SET", "job", "of a dead one", "PX", "300"});
    Lock lock(&client.channel, "job");
    std::vector<Waiting> waiting;
    for (int i = 0; i < 3; ++i)
        waiting.emplace_back(lock.acquire(patience));
    int served = 0;
    const auto serve = [&] {
        for (auto &each : waiting) {
            if (each.hasLease() && each.lease().isValid()) {
                ++served;
                QCoro::waitFor(each.lease().release());
            }
        }
        return served;
    };
    QTRY_COMPARE(serve(), 3);
    QCOMPARE(m_server.run({"DBSIZE"}).integer, 0);
}

void TestLock::aGoneWaiterIsPassedOver()
{
    LockClient client(m_server.endpoint());
    QTRY_VERIFY(client.isReady());
    Lock lock(&client.channel, "job");
    Acquired lease = QCoro::waitFor(lock.acquire(patience));
    m_server.run({"RPUSH", "{job}:waiters", "lockstep:wake:gone 1 30000 token of the dead"});
    Waiting waiting(lock.acquire(patience));
    QTRY_COMPARE(m_server.run({"LLEN", "{job}:waiters"}).integer, 2);
    QCOMPARE(QCoro::waitFor((*lease)->release()), Result<bool>(true));
    QTRY_VERIFY(waiting.hasLease()); // long before any lease ends
}

void TestLock::aHungWaiterCostsItsLeaseAndNoMore()
{
    LockClient client(m_server.endpoint());
    QTRY_VERIFY(client.isReady());
    Lock lock(&client.channel, "job", lasting(5s, false));
    Acquired lease = QCoro::waitFor(lock.acquire(patience));
    Connection ear(m_server.endpoint());
    Subscriber deaf(&ear);
    QVERIFY(QCoro::waitFor(ear.open()));
    deaf.subscribe("lockstep:wake:deaf");
    QTRY_VERIFY(deaf.isActive("lockstep:wake:deaf"));
    m_server.run({"RPUSH", "{job}:waiters", "lockstep:wake:deaf 1 3000 deaf token"});
    Waiting waiting(lock.acquire(patience));
    QTRY_COMPARE(m_server.run({"LLEN", "{job}:waiters"}).integer, 2);
    QCOMPARE(QCoro::waitFor((*lease)->release()), Result<bool>(true));
    QCOMPARE(m_server.run({"GET", "job"}).text, "deaf token");
    QTRY_VERIFY(waiting.hasLease());
}

void TestLock::aWaiterLeavesNothingBehind_data()
{
    QTest::addColumn<int>("moment"); // commands that the server has executed by then
    for (int moment = 0; moment < 6; ++moment)
        QTest::addRow("moment %d", moment) << moment;
}

// A Lock is destroyed while it waits, at one moment after the other: turns of the event loop.
void TestLock::aWaiterLeavesNothingBehind()
{
    QFETCH(int, moment);
    LockClient client(m_server.endpoint());
    QTRY_VERIFY(client.isReady());
    Lock holding(&client.channel, "job");
    Acquired lease = QCoro::waitFor(holding.acquire(patience));
    auto lock = std::make_unique<Lock>(&client.channel, "job");
    Waiting waiting(lock->acquire(patience));
    if (moment >= 1)
        QTRY_COMPARE(m_server.run({"LLEN", "{job}:waiters"}).integer, 1);
    if (moment == 2)
        QVERIFY(QCoro::waitFor(client.commands.request({"PING"}))); // its answer is there
    std::optional<Waiting> next;
    if (moment >= 3) { // the lock is being handed over
        next.emplace(holding.acquire(patience));
        QTRY_COMPARE(m_server.run({"LLEN", "{job}:waiters"}).integer, 2);
        client.commands.send(lockstep::Command{"PING"}, [](auto) {});
        lease->reset();
    }
    if (moment == 4)
        QTRY_VERIFY(m_server.run({"LLEN", "{job}:waiters"}).integer == 1);
    if (moment == 5)
        QTRY_VERIFY(waiting.hasLease());
    lock.reset();
    QTRY_VERIFY(waiting.isDone());
    if (!waiting.hasLease())
        QCOMPARE(waiting.result().error().code, ErrorCode::Cancelled);
    else
        waiting.result()->reset();
    if (next) {
        QTRY_VERIFY(next->hasLease());
        next->result()->reset();
    }
    lease->reset();
    QTRY_COMPARE(m_server.run({"DBSIZE"}).integer, 0);
}

void TestLock::waitingCostsFewCommands()
{
    LockClient client(m_server.endpoint());
    LockClient holder(m_server.endpoint());
    QTRY_VERIFY(client.isReady() && holder.isReady());
    Lock lock(&client.channel, "job", lasting(6s));
    Lock others(&holder.channel, "job", lasting(6s));
    Acquired lease = QCoro::waitFor(others.acquire(patience));
    QSignalSpy renewed((*lease).get(), &Lease::renewed);
    const qint64 before = client.commands.traffic().commands + client.listening.traffic().commands;
    Waiting waiting(lock.acquire(patience));
    QTRY_VERIFY(renewed.count() >= 4); // longer than a lease
    const qint64 after = client.commands.traffic().commands + client.listening.traffic().commands;
    QVERIFY2(after - before <= 10, QByteArray::number(after - before));
    QCOMPARE(QCoro::waitFor((*lease)->release()), Result<bool>(true));
    QTRY_VERIFY(waiting.hasLease());
}

void TestLock::asksAgainWhenTheSubscriptionIsBack()
{
    LockClient client(m_server.endpoint());
    QTRY_VERIFY(client.isReady());
    Lock lock(&client.channel, "job");
    Lock others(&client.commands, "job");
    Acquired lease = QCoro::waitFor(others.tryAcquire());
    Waiting waiting(lock.acquire(patience));
    QTRY_COMPARE(m_server.run({"LLEN", "{job}:waiters"}).integer, 1);
    client.listening.close();
    QTRY_COMPARE(m_server.run({"PUBLISH", client.channel.name(), "x"}).integer, 0);
    QCOMPARE(QCoro::waitFor((*lease)->release()), Result<bool>(true)); // nobody hears it
    QCOMPARE(m_server.run({"DBSIZE"}).integer, 0);
    QVERIFY(!waiting.isDone());
    client.listening.keepOpen();
    QTRY_VERIFY(waiting.hasLease());
}

// The lease of who was handed a lock counts from when it stood in line; when that is long ago, it
// is extended before it is given out.
void TestLock::whatWasHandedLongAfterTheCallIsMadeCertainFirst()
{
    LockClient client(m_server.endpoint());
    QTRY_VERIFY(client.isReady());
    Lock lock(&client.channel, "job", lasting(3s));
    Lock others(&client.commands, "job");
    Acquired lease = QCoro::waitFor(others.tryAcquire());
    Waiting waiting(lock.acquire(patience));
    QTRY_COMPARE(m_server.run({"LLEN", "{job}:waiters"}).integer, 1);
    const auto later = LeaseClock::now() + 2100ms;
    QTRY_VERIFY(LeaseClock::now() > later);
    QCOMPARE(QCoro::waitFor((*lease)->release()), Result<bool>(true));
    QTRY_VERIFY(waiting.isDone());
    QVERIFY(waiting.hasLease());
    QVERIFY(waiting.lease().remaining() > 1500ms);
}

void TestLock::oneTokenForTwoLocksIsTwoWaits()
{
    LockClient client(m_server.endpoint());
    LockClient holder(m_server.endpoint());
    QTRY_VERIFY(client.isReady() && holder.isReady());
    LockOptions options;
    options.token = "worker-7";
    const QByteArrayList names{"one job", "another job"};
    for (const QByteArray &released : names) { // which wait began first is not the question
        std::vector<std::unique_ptr<Lock>> locks;
        std::vector<Acquired> leases;
        std::vector<Waiting> waits;
        for (const QByteArray &name : names) {
            Lock holding(&holder.channel, name);
            leases.push_back(QCoro::waitFor(holding.tryAcquire()));
            locks.push_back(std::make_unique<Lock>(&client.channel, name, options));
            waits.emplace_back(locks.back()->acquire(patience));
            QTRY_COMPARE(m_server.run({"LLEN", companionKey(name, "waiters")}).integer, 1);
        }
        const size_t one = size_t(names.indexOf(released));
        QCOMPARE(QCoro::waitFor((*leases[one])->release()), Result<bool>(true));
        QTRY_VERIFY(waits[one].hasLease());
        QVERIFY(QCoro::waitFor(client.commands.request({"PING"})));
        QVERIFY(!waits[1 - one].isDone());
        QCOMPARE(QCoro::waitFor((*leases[1 - one])->release()), Result<bool>(true));
        QTRY_VERIFY(waits[1 - one].hasLease());
        for (Waiting &wait : waits)
            QCOMPARE(QCoro::waitFor(wait.lease().release()), Result<bool>(true));
    }
    QCOMPARE(m_server.run({"DBSIZE"}).integer, 0);
}

void TestLock::whoIsRefusedMayTakeTheChannelWithIt()
{
    m_server.run({"ACL", "SETUSER", "deaf", "on", "nopass", "resetchannels", "~*", "+@all"});
    Endpoint endpoint = m_server.endpoint();
    endpoint.user = "deaf";
    Connection commands(endpoint);
    Connection listening(endpoint);
    auto channel = std::make_unique<WakeChannel>(&commands, &listening);
    std::vector<std::unique_ptr<Lock>> locks;
    int refusals = 0;
    for (const char *name : {"a", "b", "c"}) {
        locks.push_back(std::make_unique<Lock>(channel.get(), &commands, name));
        refusedBy(&channel, locks.back().get(), &refusals);
    }
    commands.keepOpen();
    listening.keepOpen();
    QTRY_COMPARE(refusals, 3);
    QVERIFY(!channel);
}

QTEST_GUILESS_MAIN(TestLock)
#include "tst_lock.moc"

#include "core/coordination/locks/fencedlock.h"
#include "core/coordination/locks/lockclaim.h"
#include "core/coordination/locks/reentrantlock.h"
#include "tests/support/patience.h"
#include "tests/support/servers/faultyrelay.h"
#include "tests/support/servers/lockclient.h"
#include "tests/support/servers/testserver.h"
#include "tests/support/waiting.h"

#include <QCoroTimer>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;
using std::chrono::milliseconds;
using Cut = FaultyRelay::Cut;
using Way = FaultyRelay::Way;

Q_DECLARE_METATYPE(lockstep::FaultyRelay::Cut)

namespace {

constexpr auto patience = 60s;
constexpr int crowd = 50;

Endpoint as(Endpoint endpoint, const QByteArray &user)
{
    endpoint.user = user;
    return endpoint;
}

// Those inside a lock, and what they have seen.
struct Ward
{
    std::vector<const Lease *> inside{};
    int entered = 0;
    int unknown = 0; // errors
    qint64 lastFence = 0;
    bool wasShared = false;
    bool wentBack = false;

    // Two may be inside when one's lease is over; two certain ones may not.
    void enter(const Lease *lease)
    {
        for (const Lease *other : inside)
            wasShared |= lease->isValid() && other->isValid();
        inside.push_back(lease);
        ++entered;
        const qint64 fence = lease->fencingToken().value_or(lastFence + 1);
        wentBack |= lease->isValid() && fence <= lastFence;
        lastFence = std::max(lastFence, fence);
    }
    void leave(const Lease *lease) { std::erase(inside, lease); }
};

// Reads and writes a counter in two steps, as only one at a time may.
QCoro::Task<bool> countUp(LockClient *client, Lock *lock, Ward *ward, int times)
{
    for (int i = 0; i < times; ++i) {
        auto lease = co_await lock->acquire(patience);
        if (!lease || !*lease)
            co_return false;
        ward->enter(lease->get());
        Command get{"GET", "counter"};
        const auto read = co_await client->commands.request(std::move(get));
        Command write{"SET", "counter"};
        write << read->text.toLongLong() + 1;
        const auto written = co_await client->commands.request(std::move(write));
        ward->leave(lease->get());
        const auto released = co_await (*lease)->release();
        if (!written || released != Result<bool>(true))
            co_return false;
    }
    co_return true;
}

// Goes on after every error, until so many have been inside.
QCoro::Task<bool> visit(LockClient *client, Lock *lock, Ward *ward, int total)
{
    while (ward->entered < total) {
        auto lease = co_await lock->acquire(patience);
        if (!lease) {
            ++ward->unknown;
            QTimer pause; // it may take a moment to be connected again
            pause.start(5ms);
            co_await qCoro(pause).waitForTimeout();
            continue;
        }
        if (!*lease)
            co_return false;
        ward->enter(lease->get());
        Command ping{"PING"};
        const auto work = co_await client->commands.request(std::move(ping));
        ward->leave(lease->get());
        const auto released = co_await (*lease)->release();
        ward->unknown += work && released ? 0 : 1;
    }
    co_return true;
}

} // namespace

class TestLockFaults : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void aCutIsNeverHidden_data();
    void aCutIsNeverHidden();
    void aCutWhileWaitingLeavesNoLockWithoutAnEnd_data();
    void aCutWhileWaitingLeavesNoLockWithoutAnEnd();
    void aWordThatComesLateDoesNotReleaseTheLock();
    void aWordForAnEarlierCallIsNoLease();
    void aWordForAnEarlierWaitIsNoLease();
    void aTokenHeldTwiceIsHeldUntilBothAreReleased();
    void aWaiterWhoGaveUpWithoutAConnectionIsAnsweredFor();
    void forgottenScriptsAreSentAgain();
    void keysOfAnotherTypeAreErrors();
    void aListOfSomebodyElseIsLeftAlone();
    void permissionsThatLackAreNamed();
    void whoMayNotPublishFreesTheLockAllTheSame();
    void aReplicaRefuses();
    void withoutMemoryLocksAreReleasedAndHandedOver();
    void fiftyClientsCountRight();
    void fiftyClientsWithBrokenConnections();

private:
    TestServer m_server;
};

void TestLockFaults::init()
{
    m_server.run({"FLUSHALL"});
    m_server.run({"CONFIG", "RESETSTAT"});
}

void TestLockFaults::aCutIsNeverHidden_data()
{
    QTest::addColumn<QByteArray>("operation");
    QTest::addColumn<Cut>("cut");
    for (const char *operation : {"acquire", "acquire fenced", "extend", "release", "wait"}) {
        QTest::addRow("%s, before", operation) << QByteArray(operation) << Cut::BeforeRequest;
        QTest::addRow("%s, after", operation) << QByteArray(operation) << Cut::AfterRequest;
        QTest::addRow("%s, replied", operation) << QByteArray(operation) << Cut::AfterReply;
    }
}

void TestLockFaults::aCutIsNeverHidden()
{
    QFETCH(QByteArray, operation);
    QFETCH(Cut, cut);
    FaultyRelay relay(m_server.socketPath());
    LockClient client(relay.endpoint(), m_server.endpoint());
    QTRY_VERIFY(client.isReady());
    const qint64 greeting = relay.requests();
    QSignalSpy lost(&client.commands, &Connection::lost);
    Lock lock(&client.channel, "job");
    FencedLock fenced(&client.channel, "job");
    auto warm = QCoro::waitFor(fenced.acquire(patience)); // the server knows the scripts
    QVERIFY(QCoro::waitFor((*warm)->extend(30s)).value());
    QVERIFY(QCoro::waitFor((*warm)->release()).value());
    Acquired lease = nullptr;
    if (operation == "extend" || operation == "release")
        lease = QCoro::waitFor(lock.tryAcquire());

    const qint64 before = relay.requests();
    relay.cutAt(cut);
    std::optional<Error> error;
    const auto note = [&](const auto &result) {
        if (!result)
            error = result.error();
    };
    if (operation == "acquire")
        note(lease = QCoro::waitFor(lock.tryAcquire()));
    else if (operation == "acquire fenced")
        note(lease = QCoro::waitFor(fenced.tryAcquire()));
    else if (operation == "wait")
        note(lease = QCoro::waitFor(lock.acquire(patience)));
    else if (operation == "extend")
        note(QCoro::waitFor((*lease)->extend(20s)));
    else
        note(QCoro::waitFor((*lease)->release()));

    QTRY_COMPARE(relay.cuts(), 1);
    QCOMPARE(error.has_value(), cut != Cut::AfterReply);
    if (error) {
        QCOMPARE(error->code, ErrorCode::ConnectionLost);
        QVERIFY(error->mayHaveRun);
    }
    QTRY_COMPARE(lost.count(), 1);
    QTRY_COMPARE(client.commands.state(), Connection::State::Open);
    // Nothing was sent again: of what the relay passed on, all but that request is the greeting.
    QVERIFY(QCoro::waitFor(client.commands.request({"PING"})));
    QCOMPARE(relay.requests() - before, (cut == Cut::BeforeRequest ? 0 : 1) + greeting + 1);
    if (m_server.run({"EXISTS", "job"}).integer == 1)
        QVERIFY(m_server.run({"PTTL", "job"}).integer > 0);
}

void TestLockFaults::aCutWhileWaitingLeavesNoLockWithoutAnEnd_data()
{
    QTest::addColumn<Cut>("cut");
    QTest::addColumn<bool>("ofTheEar");
    QTest::newRow("commands, before") << Cut::BeforeRequest << false;
    QTest::newRow("commands, after") << Cut::AfterRequest << false;
    QTest::newRow("commands, replied") << Cut::AfterReply << false;
    QTest::newRow("messages") << Cut::BeforeRequest << true;
}

void TestLockFaults::aCutWhileWaitingLeavesNoLockWithoutAnEnd()
{
    QFETCH(Cut, cut);
    QFETCH(bool, ofTheEar);
    FaultyRelay commands(m_server.socketPath());
    FaultyRelay ear(commands.endpoint().path); // a relay behind the relay
    LockClient client(commands.endpoint(), ear.endpoint());
    LockClient other(m_server.endpoint());
    QTRY_VERIFY(client.isReady() && other.isReady());
    Lock holding(&other.channel, "job");
    Lock lock(&client.channel, "job", {{2s, true}, {}});
    Acquired lease = QCoro::waitFor(holding.acquire(patience));
    if (!ofTheEar)
        commands.cutAt(cut, 1, "EVALSHA");
    Waiting waiting(lock.acquire(patience));
    if (ofTheEar) {
        QTRY_COMPARE(m_server.run({"LLEN", "{job}:waiters"}).integer, 1);
        ear.cutAllNow();
    } else {
        QTRY_COMPARE(commands.cuts(), 1);
    }
    QVERIFY(QCoro::waitFor((*lease)->release()).value());
    if (!ofTheEar && cut != Cut::AfterReply) {
        QTRY_VERIFY(waiting.isDone());
        QVERIFY(waiting.result().error().mayHaveRun);
    } else {
        QTRY_VERIFY(waiting.hasLease());
        waiting.result()->reset();
    }
    // Whoever comes next gets it, in a lease's time at most.
    const Acquired next = QCoro::waitFor(holding.acquire(patience));
    QVERIFY(*next);
}

// Who was handed the lock finds that out by asking, and hears the word afterwards.
void TestLockFaults::aWordThatComesLateDoesNotReleaseTheLock()
{
    FaultyRelay ear(m_server.socketPath());
    LockClient client(m_server.endpoint(), ear.endpoint());
    QTRY_VERIFY(client.isReady());
    Lock holding(&client.commands, "job", {{4s, false}, {}});
    Lock lock(&client.channel, "job");
    auto lease = QCoro::waitFor(holding.tryAcquire());
    Waiting waiting(lock.acquire(patience));
    QTRY_COMPARE(m_server.run({"LLEN", "{job}:waiters"}).integer, 1);
    ear.hold(Way::Replies);
    QVERIFY(QCoro::waitFor((*lease)->release()).value());
    QTRY_COMPARE(ear.held(), 1);
    QTRY_VERIFY(waiting.hasLease()); // when the lock should have ended
    QSignalSpy heard(&client.listening, &Connection::pushed);
    ear.resume();
    QTRY_COMPARE(heard.count(), 1);
    QVERIFY(QCoro::waitFor(client.commands.request({"PING"})));
    QCOMPARE(m_server.run({"GET", "job"}).text, waiting.lease().token());
}

// The lock was handed to us, its lease passed unnoticed, another holds it, and then we hear.
void TestLockFaults::aWordForAnEarlierCallIsNoLease()
{
    FaultyRelay ear(m_server.socketPath());
    LockClient client(m_server.endpoint(), ear.endpoint());
    QTRY_VERIFY(client.isReady());
    Lock holding(&client.commands, "job", {{4s, false}, {}});
    Lock lock(&client.channel, "job");
    auto lease = QCoro::waitFor(holding.tryAcquire());
    Waiting waiting(lock.acquire(patience));
    QTRY_COMPARE(m_server.run({"LLEN", "{job}:waiters"}).integer, 1);
    ear.hold(Way::Replies);
    QVERIFY(QCoro::waitFor((*lease)->release()).value());
    m_server.run({"SET", "job", "another", "PX", "60000"});
    QTRY_COMPARE(m_server.run({"LLEN", "{job}:waiters"}).integer, 1); // it has called again
    QVERIFY(QCoro::waitFor(client.commands.request({"PING"})));
    QSignalSpy heard(&client.listening, &Connection::pushed);
    ear.resume();
    QTRY_COMPARE(heard.count(), 1);
    QVERIFY(QCoro::waitFor(client.commands.request({"PING"})));
    QVERIFY(!waiting.isDone());
    QCOMPARE(m_server.run({"GET", "job"}).text, "another");
}

// The token was given by the user, so both waits have the same.
void TestLockFaults::aWordForAnEarlierWaitIsNoLease()
{
    FaultyRelay ear(m_server.socketPath());
    LockClient client(m_server.endpoint(), ear.endpoint());
    QTRY_VERIFY(client.isReady());
    Lock holding(&client.commands, "job");
    Lock lock(&client.channel, "job", {{}, "worker-7"});
    auto lease = QCoro::waitFor(holding.tryAcquire());
    Waiting first(lock.acquire(4s));
    QTRY_COMPARE(m_server.run({"LLEN", "{job}:waiters"}).integer, 1);
    ear.hold(Way::Replies);
    QVERIFY(QCoro::waitFor((*lease)->release()).value());
    QTRY_VERIFY(first.isDone());
    QVERIFY(!first.hasLease());
    QTRY_COMPARE(m_server.run({"EXISTS", "job"}).integer, 0);

    lease = QCoro::waitFor(holding.tryAcquire());
    Waiting second(lock.acquire(patience));
    QTRY_COMPARE(m_server.run({"LLEN", "{job}:waiters"}).integer, 1);
    QVERIFY(QCoro::waitFor(client.commands.request({"PING"})));
    QSignalSpy heard(&client.listening, &Connection::pushed);
    ear.resume();
    QTRY_COMPARE(heard.count(), 1);
    QVERIFY(QCoro::waitFor(client.commands.request({"PING"})));
    QVERIFY(!second.isDone());
    QCOMPARE(m_server.run({"GET", "job"}).text, (*lease)->token());
    QVERIFY(QCoro::waitFor((*lease)->release()).value());
    QTRY_VERIFY(second.hasLease());
}

// One lease of the token is lost and not destroyed yet, the next one has come.
void TestLockFaults::aTokenHeldTwiceIsHeldUntilBothAreReleased()
{
    LockClient client(m_server.endpoint());
    QTRY_VERIFY(client.isReady());
    Lock shortly(&client.channel, "job", {{50ms, false}, "worker-7"});
    Lock lock(&client.channel, "job", {{}, "worker-7"});
    auto old = QCoro::waitFor(shortly.tryAcquire());
    QTRY_VERIFY(!(*old)->isValid());
    auto lease = QCoro::waitFor(lock.acquire(patience));
    QVERIFY(*lease);
    old->reset();
    QSignalSpy heard(&client.listening, &Connection::pushed);
    m_server.run({"PUBLISH", client.channel.name(), "1 0 8 worker-7job"}); // comes late
    QTRY_COMPARE(heard.count(), 1);
    QVERIFY(QCoro::waitFor(client.commands.request({"PING"})));
    QCOMPARE(m_server.run({"GET", "job"}).text, "worker-7");
}

// It is still in line and the lock is handed to it, for a minute; its process hands it on.
void TestLockFaults::aWaiterWhoGaveUpWithoutAConnectionIsAnsweredFor()
{
    FaultyRelay relay(m_server.socketPath());
    LockClient client(relay.endpoint(), m_server.endpoint());
    LockClient other(m_server.endpoint());
    QTRY_VERIFY(client.isReady() && other.isReady());
    Lock holding(&other.channel, "job");
    Lock lock(&client.channel, "job", {{60s, true}, {}});
    auto lease = QCoro::waitFor(holding.tryAcquire());
    Waiting warm(holding.acquire(0ms)); // the server knows the script
    QTRY_VERIFY(warm.isDone());
    relay.cutAt(Cut::AfterRequest, 1, "EVALSHA");
    const auto unknown = QCoro::waitFor(lock.acquire(patience));
    QVERIFY(unknown.error().mayHaveRun);
    QCOMPARE(m_server.run({"LLEN", "{job}:waiters"}).integer, 1);
    QTRY_COMPARE(client.commands.state(), Connection::State::Open);
    QVERIFY(QCoro::waitFor((*lease)->release()).value());
    QTRY_COMPARE(m_server.run({"DBSIZE"}).integer, 0);
}

void TestLockFaults::forgottenScriptsAreSentAgain()
{
    LockClient client(m_server.endpoint());
    QTRY_VERIFY(client.isReady());
    FencedLock lock(&client.channel, "job");
    Connection ear(m_server.endpoint());
    ReleaseChannels channels(&ear);
    QVERIFY(QCoro::waitFor(ear.open()));
    ReentrantLock reentrant(&client.commands, &channels, "reentrant");
    for (int i = 0; i < 3; ++i) {
        m_server.run({"SCRIPT", "FLUSH"});
        auto lease = QCoro::waitFor(lock.tryAcquire());
        QVERIFY(*lease);
        m_server.run({"SCRIPT", "FLUSH"});
        Waiting waiting(lock.acquire(patience));
        QTRY_COMPARE(m_server.run({"LLEN", "{job}:waiters"}).integer, 1);
        m_server.run({"SCRIPT", "FLUSH"});
        QCOMPARE(QCoro::waitFor((*lease)->extend(9s)), Result<bool>(true));
        m_server.run({"SCRIPT", "FLUSH"});
        lease->reset(); // without waiting
        QTRY_VERIFY(waiting.hasLease());
        waiting.result()->reset();

        m_server.run({"SCRIPT", "FLUSH"});
        auto entry = QCoro::waitFor(reentrant.tryAcquire());
        m_server.run({"SCRIPT", "FLUSH"});
        QCOMPARE(QCoro::waitFor((*entry)->extend(9s)), Result<bool>(true));
        m_server.run({"SCRIPT", "FLUSH"});
        QCOMPARE(QCoro::waitFor((*entry)->release()), Result<bool>(true));
        QTRY_COMPARE(m_server.run({"DBSIZE"}).integer, 1); // the fence
    }
}

void TestLockFaults::keysOfAnotherTypeAreErrors()
{
    LockClient client(m_server.endpoint());
    QTRY_VERIFY(client.isReady());
    Lock lock(&client.channel, "job");
    m_server.run({"RPUSH", "job", "x"});
    const Acquired refused = QCoro::waitFor(lock.tryAcquire());
    QVERIFY(refused && !*refused); // SET NX does not look
    QCOMPARE(QCoro::waitFor(lock.acquire(patience)).error().code, ErrorCode::WrongType);
    QCOMPARE(m_server.run({"LLEN", "job"}).integer, 1);
    m_server.run({"DEL", "job"});

    Acquired lease = QCoro::waitFor(lock.tryAcquire());
    m_server.run({"SET", "{job}:waiters", "x"});
    QCOMPARE(QCoro::waitFor(lock.acquire(patience)).error().code, ErrorCode::WrongType);
    QCOMPARE(QCoro::waitFor((*lease)->release()), Result<bool>(true));
    QCOMPARE(m_server.run({"EXISTS", "job"}).integer, 0);
    QCOMPARE(m_server.run({"GET", "{job}:waiters"}).text, "x");
}

void TestLockFaults::aListOfSomebodyElseIsLeftAlone()
{
    LockClient client(m_server.endpoint());
    QTRY_VERIFY(client.isReady());
    Lock lock(&client.channel, "job");
    Acquired lease = QCoro::waitFor(lock.tryAcquire());
    m_server.run({"RPUSH", "{job}:waiters", "Ann waits 1 2", "Bob"});
    QCOMPARE(QCoro::waitFor(lock.acquire(patience)).error().code, ErrorCode::WrongType);
    QCOMPARE(QCoro::waitFor((*lease)->release()), Result<bool>(true));
    QCOMPARE(m_server.run({"EXISTS", "job"}).integer, 0);
    QCOMPARE(m_server.run({"LLEN", "{job}:waiters"}).integer, 2);
    QCOMPARE(m_server.run({"PTTL", "{job}:waiters"}).integer, -1);
}

void TestLockFaults::permissionsThatLackAreNamed()
{
    m_server.run({"ACL", "SETUSER", "scriptless", "on", "nopass", "~*", "&*", "+@all", "-evalsha"});
    LockClient client(as(m_server.endpoint(), "scriptless"));
    QTRY_VERIFY(client.isReady());
    Lock lock(&client.channel, "job", {{20s, true}, {}});
    auto lease = QCoro::waitFor(lock.tryAcquire());
    QVERIFY(*lease);
    QCOMPARE(QCoro::waitFor(lock.acquire(patience)).error().code, ErrorCode::NoPerm);
    QCOMPARE(QCoro::waitFor((*lease)->extend(9s)).error().code, ErrorCode::NoPerm);
    QCOMPARE(QCoro::waitFor((*lease)->release()).error().code, ErrorCode::NoPerm);
    QVERIFY(m_server.run({"PTTL", "job"}).integer > 0);

    m_server.run({"ACL", "SETUSER", "deaf", "on", "nopass", "resetchannels", "~*", "+@all"});
    LockClient deaf(m_server.endpoint(), as(m_server.endpoint(), "deaf"));
    QTRY_VERIFY(deaf.commands.state() == Connection::State::Open);
    Lock unheard(&deaf.channel, "other job");
    QCOMPARE(QCoro::waitFor(unheard.acquire(patience)).error().code, ErrorCode::NoPerm);
    QCOMPARE(m_server.run({"EXISTS", "other job"}).integer, 0);
}

void TestLockFaults::whoMayNotPublishFreesTheLockAllTheSame()
{
    m_server.run({"ACL", "SETUSER", "mute", "on", "nopass", "~*", "&*", "+@all", "-publish"});
    LockClient mute(as(m_server.endpoint(), "mute"));
    LockClient client(m_server.endpoint());
    QTRY_VERIFY(client.isReady() && mute.isReady());
    Lock silent(&mute.channel, "job", {{4s, false}, {}});
    Lock lock(&client.channel, "job");
    auto lease = QCoro::waitFor(silent.tryAcquire());
    Waiting waiting(lock.acquire(patience));
    QTRY_COMPARE(m_server.run({"LLEN", "{job}:waiters"}).integer, 1);
    QCOMPARE(QCoro::waitFor((*lease)->release()), Result<bool>(true));
    QCOMPARE(m_server.run({"EXISTS", "job"}).integer, 0);
    QTRY_VERIFY(waiting.hasLease()); // when the lease would have ended
}

void TestLockFaults::aReplicaRefuses()
{
    TestServer primary(
        {{QStringLiteral("--repl-diskless-sync-delay"), QStringLiteral("0")}, true, {}});
    TestServer replica;
    LockClient onPrimary(primary.endpoint());
    QTRY_VERIFY(onPrimary.isReady());
    Lock original(&onPrimary.channel, "job", {{60s, true}, "token"});
    const auto held = QCoro::waitFor(original.tryAcquire());
    replica.run({"REPLICAOF", "127.0.0.1", QByteArray::number(primary.tcpPort())});
    QTRY_COMPARE(replica.run({"GET", "job"}).text, "token");

    LockClient client(replica.endpoint());
    QTRY_VERIFY(client.isReady());
    Lock same(&client.channel, "job", {{60s, true}, "token"});
    Lock other(&client.channel, "other job");
    QCOMPARE(QCoro::waitFor(same.tryAcquire()).error().code, ErrorCode::ReadOnly);
    QCOMPARE(QCoro::waitFor(same.acquire(patience)).error().code, ErrorCode::ReadOnly);
    QCOMPARE(QCoro::waitFor(other.acquire(patience)).error().code, ErrorCode::ReadOnly);
    LockClaim claim(&client.commands, LockKeys("job", false), "token");
    QCOMPARE(QCoro::waitFor(claim.release()).error().code, ErrorCode::ReadOnly);
    QCOMPARE(QCoro::waitFor(claim.extend(9s)).error().code, ErrorCode::ReadOnly);
    QCOMPARE(replica.run({"GET", "job"}).text, "token");
    QCOMPARE(replica.run({"DBSIZE"}).integer, 1);
}

void TestLockFaults::withoutMemoryLocksAreReleasedAndHandedOver()
{
    TestServer server;
    LockClient client(server.endpoint());
    QTRY_VERIFY(client.isReady());
    FencedLock lock(&client.channel, "job");
    auto lease = QCoro::waitFor(lock.acquire(patience));
    Waiting waiting(lock.acquire(patience));
    QTRY_COMPARE(server.run({"LLEN", "{job}:waiters"}).integer, 1);
    server.run({"CONFIG", "SET", "maxmemory-policy", "noeviction"});
    server.run({"CONFIG", "SET", "maxmemory", "1"});
    Lock other(&client.channel, "other job");
    QCOMPARE(QCoro::waitFor(other.tryAcquire()).error().code, ErrorCode::OutOfMemory);
    QCOMPARE(QCoro::waitFor(other.acquire(patience)).error().code, ErrorCode::OutOfMemory);
    QCOMPARE(QCoro::waitFor((*lease)->extend(20s)), Result<bool>(true));
    QCOMPARE(QCoro::waitFor((*lease)->release()), Result<bool>(true));
    QTRY_VERIFY(waiting.hasLease());
    QCOMPARE(server.run({"GET", "job"}).text, waiting.lease().token());
    QCOMPARE(QCoro::waitFor(waiting.lease().release()), Result<bool>(true));
    QCOMPARE(server.run({"EXISTS", "job"}).integer, 0);
}

void TestLockFaults::fiftyClientsCountRight()
{
    constexpr int times = 10;
    std::vector<std::unique_ptr<LockClient>> clients;
    std::vector<std::unique_ptr<Lock>> locks;
    for (int i = 0; i < crowd; ++i) {
        clients.push_back(std::make_unique<LockClient>(m_server.endpoint()));
        locks.push_back(std::make_unique<FencedLock>(&clients.back()->channel, "job"));
    }
    Ward ward;
    std::vector<QCoro::Task<bool>> running;
    for (size_t i = 0; i < crowd; ++i) {
        QTRY_VERIFY(clients[i]->isReady());
        running.push_back(countUp(clients[i].get(), locks[i].get(), &ward, times));
    }
    for (auto &each : running)
        QVERIFY(QCoro::waitFor(each));
    QCOMPARE(m_server.run({"GET", "counter"}).text.toInt(), crowd * times);
    QCOMPARE(ward.entered, crowd * times);
    QVERIFY(!ward.wasShared);
    QVERIFY(!ward.wentBack);
    QCOMPARE(m_server.run({"EXISTS", "job", "{job}:waiters"}).integer, 0);
}

void TestLockFaults::fiftyClientsWithBrokenConnections()
{
    const quint32 seed = QRandomGenerator::global()->generate();
    qInfo("seed %u", seed);
    QRandomGenerator dice(seed);
    FaultyRelay relay(m_server.socketPath());
    std::vector<std::unique_ptr<LockClient>> clients;
    std::vector<std::unique_ptr<Lock>> locks;
    for (int i = 0; i < crowd; ++i) {
        clients.push_back(std::make_unique<LockClient>(relay.endpoint()));
        locks.push_back(std::make_unique<FencedLock>(
            &clients.back()->channel, "job", LockOptions{{100ms, true}, {}}));
    }
    Ward ward;
    std::vector<QCoro::Task<bool>> running;
    for (size_t i = 0; i < crowd; ++i) {
        QTRY_VERIFY(clients[i]->isReady());
        running.push_back(visit(clients[i].get(), locks[i].get(), &ward, 400));
    }
    QTimer faults;
    qint64 nextAt = 0; // by what got through, so that a slow machine has no more of them
    faults.callOnTimeout(&faults, [&] {
        if (relay.requests() < nextAt)
            return;
        nextAt = relay.requests() + 50;
        const int kind = dice.bounded(8);
        if (kind == 0)
            m_server.run({"SCRIPT", "FLUSH"});
        else
            relay.cutAt(Cut(dice.bounded(3)), 1 + dice.bounded(5), kind > 3 ? "EVALSHA" : "");
    });
    faults.start(7ms);
    for (auto &each : running)
        QVERIFY(QCoro::waitFor(each));
    faults.stop();
    qInfo("%d cuts, %d entries, %d errors", relay.cuts(), ward.entered, ward.unknown);
    QVERIFY(relay.cuts() > 10);
    QVERIFY(!ward.wasShared);
    QVERIFY(!ward.wentBack);
    locks.clear();
    clients.clear();
    QTRY_COMPARE(m_server.run({"EXISTS", "job"}).integer, 0);
    const Reply line = m_server.run({"PTTL", "{job}:waiters"});
    QVERIFY(line.integer != -1); // what the cuts have left in line has an end
}

QTEST_GUILESS_MAIN(TestLockFaults)
#include "tst_lockfaults.moc"

// Formats: RedissonLock.java, RedissonBaseLock.java: a hash with one field, the holder, whose value
// counts how often it entered; whoever waits is subscribed to redisson_lock__channel:{name}; a
// watchdog sets the lease again every third of it. The default lease is 30 s; this shop's
// lockWatchdogTimeout is 9 s, so that a spectator sees the saw-tooth soon.
// RedissonPermitExpirableSemaphore.java: the permits left, and a sorted set of those taken with the
// end of their lease; one that is not returned comes back when somebody calls.

#include "core/demo/redissonlocks.h"

#include "core/demo/caller.h"
#include "core/demo/tokens.h"

using namespace std::chrono_literals;

namespace lockstep {

namespace {

const QByteArray lockName = "myLock";
const QByteArray channel = "redisson_lock__channel:{myLock}";
constexpr qint64 lockLease = 9000; // ms
constexpr auto renewal = 3s;
const QByteArray semaphore = "printers";
constexpr qint64 printers = 4;
constexpr qint64 permitLease = 10'000; // ms
constexpr double crashesWithPermit = 0.03;

// ARGV: holder, lease in ms.
const QByteArray enter = R"(
    local mine = redis.call('HEXISTS', KEYS[1], ARGV[1]) == 1
    if not mine and redis.call('EXISTS', KEYS[1]) == 1 then
        return 0
    end
    redis.call('HINCRBY', KEYS[1], ARGV[1], 1)
    redis.call('PEXPIRE', KEYS[1], ARGV[2])
    return 1)";

const QByteArray renew = R"(
    if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then
        return 0
    end
    return redis.call('PEXPIRE', KEYS[1], ARGV[2]))";

// ARGV: holder, lease in ms, channel.
const QByteArray leave = R"(
    if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then
        return 0
    end
    if redis.call('HINCRBY', KEYS[1], ARGV[1], -1) > 0 then
        redis.call('PEXPIRE', KEYS[1], ARGV[2])
        return 1
    end
    redis.call('DEL', KEYS[1])
    redis.call('PUBLISH', ARGV[3], '0')
    return 1)";

// KEYS: left, taken. ARGV: permit, now, end of the lease.
const QByteArray takePermit = R"(
    local ended = redis.call('ZREMRANGEBYSCORE', KEYS[2], 0, ARGV[2])
    local left = redis.call('INCRBY', KEYS[1], ended)
    if left < 1 then
        return 0
    end
    redis.call('DECR', KEYS[1])
    redis.call('ZADD', KEYS[2], ARGV[3], ARGV[1])
    return 1)";

const QByteArray returnPermit = R"(
    if redis.call('ZREM', KEYS[2], ARGV[1]) == 1 then
        redis.call('INCR', KEYS[1])
        return 1
    end
    return 0)";

} // namespace

Command RedissonLocks::enterLock(const Process &process)
{
    return Script(enter, {lockName}) << process.holder << lockLease;
}

Command RedissonLocks::leaveLock(const Process &process)
{
    return Script(leave, {lockName}) << process.holder << lockLease << channel;
}

RedissonLocks::RedissonLocks(Desk &desk, Desk &firstEar, Desk &secondEar)
    : m_desk(desk)
{
    int thread = 47;
    for (Desk *ear : {&firstEar, &secondEar}) {
        auto process = std::make_unique<Process>();
        process->holder = desk.dice().uuid4() + ':' + QByteArray::number(++thread);
        process->ear = std::make_unique<Subscriber>(&ear->connection());
        QObject::connect(process->ear.get(), &Subscriber::message, process->ear.get(),
            [woken = &process->woken] { *woken = true; });
        m_processes.push_back(std::move(process));
    }
}

void RedissonLocks::open()
{
    for (const auto &process : m_processes)
        m_desk.shift().work(takeTurns(*process));
    m_desk.shift().work(stockPrinters());
}

QCoro::Task<> RedissonLocks::stockPrinters()
{
    // An earlier shop on the same server may have left some taken.
    co_await m_desk.ask("DEL", "{" + semaphore + "}:timeout");
    co_await m_desk.ask("SET", semaphore, printers);
    for (int client = 0; client < 5; ++client)
        m_desk.shift().work(print());
}

QCoro::Task<> RedissonLocks::takeTurns(Process &process)
{
    while (true) {
        const std::optional<bool> got = co_await m_desk.succeeds(enterLock(process));
        if (!got)
            co_return;
        if (!*got) {
            const bool inTurn = co_await waitForLock(process);
            if (!inTurn)
                co_return;
        }
        const bool open = co_await holdLock(process);
        if (!open)
            co_return;
        co_await m_desk.pause(1s, 4s);
    }
}

QCoro::Task<bool> RedissonLocks::waitForLock(Process &process)
{
    process.woken = false;
    process.ear->subscribe(channel);
    std::optional<bool> got = false;
    int patience = 0;
    while (got.has_value() && !*got) {
        const bool open = co_await m_desk.pause(50ms);
        if (!open)
            co_return false;
        // Asks when told, and once a lease in case the holder died and nobody told.
        if (!process.woken && ++patience % 100 != 0)
            continue;
        process.woken = false;
        got = co_await m_desk.succeeds(enterLock(process));
    }
    process.ear->unsubscribe(channel);
    co_return got.has_value();
}

QCoro::Task<bool> RedissonLocks::holdLock(Process &process)
{
    const bool twice = m_desk.dice().chance(0.5);
    const int renewals = m_desk.dice().between(3, 7);
    for (int i = 0; i < renewals; ++i) {
        co_await m_desk.pause(renewal);
        Command command = Script(renew, {lockName}) << process.holder << lockLease;
        if (twice && i == 1)
            command = enterLock(process);
        else if (twice && i == renewals - 1)
            command = leaveLock(process);
        const std::optional<bool> renewed = co_await m_desk.succeeds(std::move(command));
        if (!renewed)
            co_return false;
    }
    co_await m_desk.pause(500ms, 2s);
    const std::optional<bool> left = co_await m_desk.succeeds(leaveLock(process));
    co_return left.has_value();
}

QCoro::Task<> RedissonLocks::print()
{
    const QByteArrayList keys{semaphore, "{" + semaphore + "}:timeout"};
    while (true) {
        const QByteArray permit = m_desk.dice().bytes(16);
        const qint64 now = epochMilliseconds();
        const std::optional<bool> got = co_await m_desk.succeeds(
            Script(takePermit, keys) << permit << now << now + permitLease);
        if (!got)
            co_return;
        if (!*got) {
            co_await m_desk.pause(300ms);
            continue;
        }
        co_await m_desk.pause(1s, 5s);
        if (!m_desk.dice().chance(crashesWithPermit)) {
            const std::optional<bool> back =
                co_await m_desk.succeeds(Script(returnPermit, keys) << permit);
            if (!back)
                co_return;
        }
        co_await m_desk.pause(500ms, 3s);
    }
}

} // namespace lockstep

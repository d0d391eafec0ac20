// Redisson's default lease is 30 s; this shop has a lockWatchdogTimeout of 9 s, so that the
// saw-tooth of renewals is visible soon.

#include "core/demo/traffic/redissonlocks.h"

#include "core/demo/traffic/locking.h"

using namespace std::chrono_literals;

namespace lockstep {

namespace {

constexpr LeaseTerms watchdog{9s, true};
constexpr double entersTwice = 0.5;

} // namespace

RedissonLocks::RedissonLocks(ShopClient &client, ShopClient &subscriber)
    : m_client(client)
    , m_channels(std::make_unique<ReleaseChannels>(&subscriber.connection()))
{
}

void RedissonLocks::open()
{
    for (const char *thread : {":48", ":49"})
        m_client.tasks().start(takeTurns(m_client.dice().uuid4() + thread));
}

void RedissonLocks::close()
{
    m_channels.reset();
}

QCoro::Task<> RedissonLocks::takeTurns(QByteArray holder)
{
    ReentrantLock lock(&m_client.connection(), m_channels.get(), "myLock", watchdog, holder);
    do {
        auto lease = co_await lock.acquire(1h);
        if (!m_client.goesOn(lease))
            co_return;
        const bool open = !lease || !*lease || co_await workInside(&lock, std::move(*lease));
        if (!open)
            co_return;
    } while (co_await m_client.pause(1s, 4s));
}

QCoro::Task<bool> RedissonLocks::workInside(ReentrantLock *lock, std::unique_ptr<Lease> lease)
{
    co_await m_client.pause(3s, 7s);
    const bool open = !m_client.dice().chance(entersTwice) || co_await enterAgain(lock);
    if (!open)
        co_return false;
    co_return co_await workUnder(m_client, std::move(lease), 3s);
}

QCoro::Task<bool> RedissonLocks::enterAgain(ReentrantLock *lock)
{
    auto second = co_await lock->tryAcquire();
    if (!m_client.goesOn(second))
        co_return false;
    co_return !second || !*second
        || co_await workUnder(m_client, std::move(*second), m_client.dice().between(3s, 9s));
}

} // namespace lockstep

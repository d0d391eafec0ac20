#include "core/demo/traffic/locking.h"

using namespace std::chrono_literals;

namespace lockstep {

QCoro::Task<std::unique_ptr<Lease>> pollLock(
    ShopClient &client, QByteArray key, LockOptions options, std::chrono::milliseconds retry)
{
    Lock lock(&client.connection(), std::move(key), std::move(options));
    do {
        Acquired acquired = co_await lock.tryAcquire();
        if (!client.goesOn(acquired))
            co_return std::unique_ptr<Lease>();
        if (acquired && *acquired)
            co_return std::move(*acquired);
    } while (co_await client.pause(retry));
    co_return std::unique_ptr<Lease>();
}

QCoro::Task<std::unique_ptr<Lease>> waitForLock(
    ShopClient &client, WakeChannel *channel, QByteArray key, LockOptions options)
{
    if (client.tasks().isEnding())
        co_return std::unique_ptr<Lease>();
    Lock lock(channel, std::move(key), std::move(options));
    do {
        Acquired acquired = co_await lock.acquire(1h);
        if (!client.goesOn(acquired))
            co_return std::unique_ptr<Lease>();
        if (acquired && *acquired)
            co_return std::move(*acquired);
    } while (co_await client.pause(500ms));
    co_return std::unique_ptr<Lease>();
}

QCoro::Task<bool> workUnder(
    ShopClient &client, std::unique_ptr<Lease> lease, std::chrono::milliseconds time)
{
    co_await client.pause(time);
    co_return client.goesOn(co_await lease->release());
}

} // namespace lockstep

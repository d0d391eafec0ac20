#include "core/demo/traffic/locking.h"

using namespace std::chrono_literals;

namespace lockstep {

QCoro::Task<std::unique_ptr<Lease>> pollLock(
    Desk &desk, QByteArray key, LockOptions options, std::chrono::milliseconds retry)
{
    Lock lock(&desk.connection(), std::move(key), std::move(options));
    do {
        Acquired acquired = co_await lock.tryAcquire();
        if (!desk.goesOn(acquired))
            co_return std::unique_ptr<Lease>();
        if (acquired && *acquired)
            co_return std::move(*acquired);
    } while (co_await desk.pause(retry));
    co_return std::unique_ptr<Lease>();
}

QCoro::Task<std::unique_ptr<Lease>> waitForLock(
    Desk &desk, WakeChannel *channel, QByteArray key, LockOptions options)
{
    if (desk.shift().isEnding())
        co_return std::unique_ptr<Lease>();
    Lock lock(channel, std::move(key), std::move(options));
    do {
        Acquired acquired = co_await lock.acquire(1h);
        if (!desk.goesOn(acquired))
            co_return std::unique_ptr<Lease>();
        if (acquired && *acquired)
            co_return std::move(*acquired);
    } while (co_await desk.pause(500ms));
    co_return std::unique_ptr<Lease>();
}

QCoro::Task<bool> workUnder(
    Desk &desk, std::unique_ptr<Lease> lease, std::chrono::milliseconds time)
{
    co_await desk.pause(time);
    co_return desk.goesOn(co_await lease->release());
}

} // namespace lockstep

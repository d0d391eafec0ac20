// lockwait.cpp has how waiters are woken.

#include "core/coordination/locks/lock.h"

#include "core/coordination/locks/lockwait.h"

#include <algorithm>

namespace lockstep {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

Lock::Lock(WakeChannel *channel, Connection *commands, QByteArray name, LockOptions options,
    Fencing fencing)
    : d(std::make_shared<Shared>(Shared{
        channel, commands, LockKeys(std::move(name), fencing == Fencing::Yes), std::move(options)}))
{
}

Lock::Lock(Connection *commands, QByteArray name, LockOptions options)
    : Lock(nullptr, commands, std::move(name), std::move(options), Fencing::No)
{
}

Lock::Lock(WakeChannel *channel, Connection *commands, QByteArray name, LockOptions options)
    : Lock(channel, commands, std::move(name), std::move(options), Fencing::No)
{
}

Lock::Lock(WakeChannel *channel, QByteArray name, LockOptions options)
    : Lock(channel, channel->commands(), std::move(name), std::move(options), Fencing::No)
{
}

Lock::~Lock()
{
    d->isGone = true;
    for (Waiter *waiter : d->waiting)
        waiter->cancel();
}

QCoro::Task<Acquired> Lock::tryAcquire()
{
    return tryAcquire(d);
}

QCoro::Task<Acquired> Lock::poll(int tries, milliseconds pause)
{
    return poll(d, tries, std::clamp(pause, 0ms, longestPatience));
}

QCoro::Task<Acquired> Lock::acquire(milliseconds patience)
{
    return acquire(d, std::clamp(patience, 0ms, longestPatience));
}

QCoro::Task<Acquired> Lock::tryAcquire(std::shared_ptr<Shared> lock)
{
    if (const auto possible = lock->options.lease.check(); !possible)
        co_return tl::unexpected(possible.error());
    if (!lock->commands)
        co_return failure(ErrorCode::NotConnected);
    const QByteArray token = lock->token();
    const QByteArray length = QByteArray::number(qint64(lock->options.lease.length.count()));
    const auto sent = LeaseClock::now();
    if (lock->keys.fence.isEmpty()) {
        Command set{"SET", lock->keys.lock, token, "NX", "PX", length};
        const Result<Reply> reply = co_await lock->commands->request(std::move(set));
        if (!reply)
            co_return tl::unexpected(reply.error());
        co_return reply->isNil() ? nullptr : lock->lease(token, sent, 0);
    }
    const QByteArrayList arguments{token, length};
    const Result<Reply> reply =
        co_await run(lock->commands, lockAcquire(), lock->keys.list(), arguments);
    if (!reply)
        co_return tl::unexpected(reply.error());
    const bool isOurs = reply->elements.at(0).integer == 1;
    co_return isOurs ? lock->lease(token, sent, reply->elements.at(1).integer) : nullptr;
}

QCoro::Task<Acquired> Lock::poll(std::shared_ptr<Shared> lock, int tries, milliseconds pause)
{
    if (tries < 1)
        co_return failure(
            ErrorCode::BadInput, QStringLiteral("%1 tries: 1 or more are possible").arg(tries));
    LockWait waiting(lock, nullptr);
    for (int attempt = 1;; ++attempt) {
        Acquired acquired = co_await tryAcquire(lock);
        if (lock->isGone)
            co_return failure(ErrorCode::Cancelled); // releases a lease in `acquired`
        if (!acquired || *acquired || attempt == tries)
            co_return acquired;
        const Result<void> paused = co_await waiting.pause(pause);
        if (!paused)
            co_return tl::unexpected(paused.error());
    }
}

QCoro::Task<Acquired> Lock::acquire(std::shared_ptr<Shared> lock, milliseconds patience)
{
    if (const auto possible = lock->options.lease.check(); !possible)
        co_return tl::unexpected(possible.error());
    LockWait waiting(lock, lock->channel);
    co_return co_await waiting.untilOurs(LeaseClock::now() + patience);
}

} // namespace lockstep

// How is a waiter woken? The script that releases a lock also hands it over: it sets the key to the
// token of the first in line, and publishes that on the channel of its process. So one release
// wakes one waiter, which holds the lock already and need not ask. A hand-over costs two commands,
// one to get in line and one to release.
//
// Rejected: a message to all waiters, after which all ask (twenty commands per hand-over for twenty
// waiters, and no order); a message to one waiter, which then asks (one more round trip, and
// another client may take the lock in between, so that the woken one is at the end of the line
// again); BLPOP on a list (blocks a connection for each waiter, and the lock would be an element
// without a holder).
//
// What if the first in line is dead? PUBLISH returns how many received the message, so a process
// that is gone is skipped at once. One that hangs has the lock until its lease ends. A waiter that
// no longer exists in a living process is handled by its WakeChannel.
//
// What if the message is lost? A waiter asks again when its subscription was lost and restored, and
// otherwise when the lock should have expired, and every 30 s. Then it finds that the lock is its
// own, or is free, or that it is still in line. If a holder dies, a server loses everything or a
// foreign program deletes the key, that is the longest delay.

#include "core/coordination/locks/lockwait.h"

#include <QUuid>

#include <algorithm>

namespace lockstep {

using namespace std::chrono_literals;
using std::chrono::milliseconds;
using Wake = Waiter::Wake;

namespace {

constexpr milliseconds looksAgain = 30s; // lock-acquire.lua keeps the line for longer (90 s)

// The time until the lock should have expired.
milliseconds untilEnd(const Reply &refusal)
{
    const milliseconds left{refusal.elements.at(1).integer};
    // 2 ms more, because PTTL is in whole ms.
    return left < 0ms ? looksAgain : std::min(left + 2ms, looksAgain);
}

} // namespace

QByteArray Lock::Shared::token() const
{
    return options.token.isEmpty() ? QUuid::createUuid().toByteArray(QUuid::WithoutBraces)
                                   : options.token;
}

std::unique_ptr<Lease> Lock::Shared::lease(
    const QByteArray &token, LeaseClock::time_point sent, qint64 fence) const
{
    const auto fencing = keys.fence.isEmpty() ? std::nullopt : std::optional(fence);
    return std::make_unique<Lease>(
        std::make_unique<LockClaim>(commands, keys, token, channel), options.lease, sent, fencing);
}

LockWait::LockWait(std::shared_ptr<Lock::Shared> lock, WakeChannel *channel)
    : m_lock(std::move(lock))
    , m_channel(channel)
    , m_token(m_lock->token())
{
    if (m_channel)
        m_channel->add(m_lock->keys.lock, m_token, &m_waiter);
    m_lock->waiting.push_back(&m_waiter);
}

LockWait::~LockWait()
{
    if (m_channel)
        m_channel->remove(m_lock->keys.lock, m_token, &m_waiter);
    std::erase(m_lock->waiting, &m_waiter);
}

QCoro::Task<Result<void>> LockWait::pause(milliseconds length)
{
    const Result<Wake> paused = co_await m_waiter.next(LeaseClock::now() + length);
    if (!paused)
        co_return tl::unexpected(paused.error());
    co_return Result<void>();
}

QCoro::Task<Acquired> LockWait::untilOurs(LeaseClock::time_point deadline)
{
    const Result<void> open = co_await channelOpen(deadline);
    if (!open)
        co_return tl::unexpected(open.error());
    Acquired acquired = co_await inLine(deadline);
    if (!acquired || !*acquired)
        leave();
    co_return acquired;
}

QCoro::Task<Result<void>> LockWait::channelOpen(LeaseClock::time_point deadline)
{
    while (m_channel && !m_channel->isActive()) {
        if (const auto denial = m_channel->denial())
            co_return tl::unexpected(*denial);
        m_waiter.expect(0);
        const Result<Wake> wake = co_await m_waiter.next(deadline);
        if (!wake)
            co_return tl::unexpected(wake.error());
        if (*wake == Wake::TimedOut)
            co_return failure(ErrorCode::NotConnected,
                QStringLiteral("the connection that listens was not open in time"));
    }
    if (!m_channel)
        co_return failure(ErrorCode::NotConnected, QStringLiteral("there is no wake channel"));
    co_return Result<void>();
}

QCoro::Task<Acquired> LockWait::inLine(LeaseClock::time_point deadline)
{
    while (true) {
        Acquired answer = co_await call();
        if (m_waiter.isCancelled())
            co_return failure(ErrorCode::Cancelled); // this releases a lease that we got
        if (!m_waiter.wasHanded() && (!answer || *answer))
            co_return answer;
        const Result<Wake> wake = co_await m_waiter.next(std::min(deadline, m_callsAgain));
        if (!wake)
            co_return tl::unexpected(wake.error());
        if (isHandedFreshly())
            co_return m_lock->lease(m_token, m_called, m_waiter.fencingToken());
        if (!m_waiter.wasHanded() && LeaseClock::now() >= deadline)
            co_return Acquired(nullptr);
    }
}

QCoro::Task<Acquired> LockWait::call()
{
    const QByteArray length = QByteArray::number(qint64(m_lock->options.lease.length.count()));
    const QByteArray before = m_place;
    const qint64 number = m_channel->nextCall();
    m_place = m_channel->name() + ' ' + QByteArray::number(number) + ' ' + length + ' ' + m_token;
    QByteArrayList arguments{m_token, length, m_place};
    if (!before.isEmpty())
        arguments << before;
    m_waiter.expect(number);
    m_called = LeaseClock::now();
    Result<Reply> reply =
        co_await runOn(m_lock->commands, &lockAcquire(), m_lock->keys.list(), arguments);
    if (!reply) {
        if (!before.isEmpty()) // the lock may have been handed to us meanwhile
            reply.error().mayHaveRun = true;
        co_return tl::unexpected(reply.error());
    }
    if (reply->elements.at(0).integer == 1)
        co_return m_lock->lease(m_token, m_called, reply->elements.at(1).integer);
    m_callsAgain = LeaseClock::now() + untilEnd(*reply);
    co_return Acquired(nullptr);
}

// A lease that was handed to us counts from our last call. If that was long ago, too little of the
// lease is certain; then another call finds that the lock is ours.
bool LockWait::isHandedFreshly() const
{
    const auto length = m_lock->options.lease.length;
    return m_waiter.wasHanded() && LeaseClock::now() - m_called < length / 2;
}

// Leaves the line without waiting for the answer. If the lock is handed to us in between, nobody
// waits for it any more, and the WakeChannel hands it on.
void LockWait::leave()
{
    runUnattended(m_lock->commands, lockRelease(), m_lock->keys.list(), {m_token, m_place});
}

} // namespace lockstep

// How is a waiter woken? A lock that is released is handed over in the same script: it is set to
// the token of the first in line, and that one is told on the channel of its process. So one
// release wakes one waiter, which has the lock by then and need not ask; a hand-over costs two
// commands, one to stand in line and one to release.
//
// Rejected: a message to all, after which all ask (twenty commands a hand-over for twenty waiters,
// and no order); a message to one, which then asks (a round trip more, and who comes in between
// takes the lock, so the woken one is at the end of the line again); BLPOP on a list (blocks a
// connection for each waiter, and the lock would be an element without a holder).
//
// What if the first in line is dead? PUBLISH says how many heard it: a process that is gone is
// passed over at once. One that hangs has the lock until its lease ends. A waiter who was forgotten
// by a process that lives is answered for by its WakeChannel.
//
// What if the word is lost? A waiter asks again when its subscription was lost and is back, and
// otherwise when the lock should have ended, and every 30 s: then it finds the lock its own, or
// free, or itself in line. A holder that died, a server that lost everything and a foreign program
// that deletes the key cost that much time at most.

#include "core/coordination/locks/lockwait.h"

#include <QUuid>

#include <algorithm>

namespace lockstep {

using namespace std::chrono_literals;
using std::chrono::milliseconds;
using Wake = Waiter::Wake;

namespace {

constexpr milliseconds looksAgain = 30s; // lock-acquire.lua keeps the line for longer

// When it should have ended, seen from now.
milliseconds untilEnd(const Reply &refusal)
{
    const milliseconds left{refusal.elements.at(1).integer};
    return left < 0ms ? looksAgain : std::min(left + 2ms, looksAgain); // it counts whole ms
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
            co_return failure(ErrorCode::Cancelled); // a lease we got is given back with this
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

// What was handed to us after we called counts from the call. A call that is long past leaves too
// little of the lease to be certain of; another finds it ours.
bool LockWait::isHandedFreshly() const
{
    const auto length = m_lock->options.lease.length;
    return m_waiter.wasHanded() && LeaseClock::now() - m_called < length / 2;
}

// Nobody waits for the answer: who is handed the lock in between is known to nobody any more, and
// the WakeChannel hands it on.
void LockWait::leave()
{
    runUnattended(m_lock->commands, lockRelease(), m_lock->keys.list(), {m_token, m_place});
}

} // namespace lockstep

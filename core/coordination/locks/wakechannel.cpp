// The process to which a lock was handed receives "call fence length token lock" (see
// lock-release.lua). The subscription and the commands use two connections, so a message may come
// before the reply to the call that put us in line, or long after it. The number of the call
// resolves this: a place in line has the number of the call that made it, so a message with the
// last number can only have been published after that call was sent. The lease counts from that
// call. The numbers are those of the channel and not of the wait, because a later wait may have the
// same token if the user chose it.
//
// A message for which nobody waits makes the channel hand the lock on. The exception is a late
// message for a waiter that has found the lock to be its own by another call meanwhile: so the
// token of a holder is known here until its lease is given up.

#include "core/coordination/locks/wakechannel.h"

#include "core/coordination/locks/lockscripts.h"
#include "core/coordination/locks/scriptruns.h"

#include <QUuid>

namespace lockstep {

WakeChannel::WakeChannel(Connection *commands, Connection *listening, QObject *parent)
    : QObject(parent)
    , m_commands(commands)
    , m_subscriber(listening)
    , m_name("lockstep:wake:" + QUuid::createUuid().toByteArray(QUuid::WithoutBraces))
{
    connect(&m_subscriber, &Subscriber::message, this,
        [this](const QByteArray &, const Reply &word) { hear(word.text); });
    connect(&m_subscriber, &Subscriber::subscribed, this, [this] {
        m_denial.reset();
        tellAll(); // also after a lost connection, because messages may have been missed
    });
    connect(
        &m_subscriber, &Subscriber::denied, this, [this](const QByteArray &, const Error &error) {
            m_denial = error;
            tellAll();
        });
    m_subscriber.subscribe(m_name);
}

WakeChannel::~WakeChannel()
{
    for (Waiter *waiter : std::as_const(m_waiters))
        waiter->cancel();
}

void WakeChannel::hear(const QByteArray &word)
{
    const auto parts = word.split(' '); // the token may contain spaces, too
    const qsizetype start =
        parts.value(0).size() + parts.value(1).size() + parts.value(2).size() + 3;
    const qint64 fence = parts.value(1).toLongLong();
    const QByteArray token = word.mid(start, parts.value(2).toLongLong());
    const QByteArray lock = word.mid(start + token.size());
    const LockAndToken named(lock, token);
    const auto waiters = m_waiters.values(named);
    if (waiters.isEmpty() && !m_holders.contains(named)) {
        const LockKeys keys(lock, fence != 0);
        runUnattended(m_commands, lockRelease(), keys.list(), {token});
    }
    const QPointer<WakeChannel> alive(this);
    for (auto each = waiters.cbegin(); each != waiters.cend() && alive; ++each) {
        if (m_waiters.contains(named, *each))
            (*each)->handOver(parts.value(0).toLongLong(), fence);
    }
}

// Waiters may come and go while they are told, and the channel may be deleted.
void WakeChannel::tellAll()
{
    const QPointer<WakeChannel> alive(this);
    const auto waiters = m_waiters;
    for (auto each = waiters.cbegin(); each != waiters.cend() && alive; ++each) {
        if (m_waiters.contains(each.key(), each.value()))
            each.value()->askAgain();
    }
}

void WakeChannel::add(const QByteArray &lock, const QByteArray &token, Waiter *waiter)
{
    m_waiters.insert({lock, token}, waiter);
}

void WakeChannel::remove(const QByteArray &lock, const QByteArray &token, Waiter *waiter)
{
    m_waiters.remove({lock, token}, waiter);
}

void WakeChannel::addHolder(const QByteArray &lock, const QByteArray &token)
{
    ++m_holders[{lock, token}];
}

void WakeChannel::removeHolder(const QByteArray &lock, const QByteArray &token)
{
    const auto found = m_holders.find({lock, token});
    if (--*found == 0)
        m_holders.erase(found);
}

} // namespace lockstep

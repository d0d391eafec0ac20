#include "core/coordination/locks/releasechannels.h"

namespace lockstep {

ReleaseChannels::ReleaseChannels(Connection *listening, QObject *parent)
    : QObject(parent)
    , m_subscriber(listening)
{
    connect(&m_subscriber, &Subscriber::message, this, &ReleaseChannels::wakeWaiters);
    connect(&m_subscriber, &Subscriber::subscribed, this, [this](const QByteArray &channel) {
        m_denials.remove(channel);
        wakeWaiters(channel); // also after a lost connection, because messages may have been missed
    });
    connect(&m_subscriber, &Subscriber::denied, this,
        [this](const QByteArray &channel, const Error &error) {
            m_denials.insert(channel, error);
            wakeWaiters(channel);
        });
}

ReleaseChannels::~ReleaseChannels()
{
    for (Waiter *waiter : std::as_const(m_waiters))
        waiter->cancel();
}

void ReleaseChannels::add(const QByteArray &channel, Waiter *waiter)
{
    m_waiters.insert(channel, waiter);
    m_subscriber.subscribe(channel);
    if (m_subscriber.isActive(channel)) // a message may have come since the waiter asked last
        waiter->askAgain();
}

void ReleaseChannels::remove(const QByteArray &channel, Waiter *waiter)
{
    m_waiters.remove(channel, waiter);
    if (m_waiters.contains(channel))
        return;
    m_denials.remove(channel);
    m_subscriber.unsubscribe(channel);
}

std::optional<Error> ReleaseChannels::denial(const QByteArray &channel) const
{
    const auto found = m_denials.constFind(channel);
    return found == m_denials.cend() ? std::nullopt : std::optional(*found);
}

// A waiter that is woken may end its wait, let others begin to wait, or delete this object. So a
// copy of the list is used, and each waiter is woken only if it still waits.
void ReleaseChannels::wakeWaiters(const QByteArray &channel)
{
    const QPointer<ReleaseChannels> alive(this);
    // QMultiHash::values() has the last inserted one first, so it is read backwards: the first
    // waiter is woken first.
    const auto waiters = m_waiters.values(channel);
    for (auto each = waiters.crbegin(); each != waiters.crend() && alive; ++each) {
        if (m_waiters.contains(channel, *each))
            (*each)->askAgain();
    }
}

} // namespace lockstep

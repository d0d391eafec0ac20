#include "core/coordination/locks/releasechannels.h"

namespace lockstep {

ReleaseChannels::ReleaseChannels(Connection *listening, QObject *parent)
    : QObject(parent)
    , m_subscriber(listening)
{
    connect(&m_subscriber, &Subscriber::message, this, &ReleaseChannels::tell);
    connect(&m_subscriber, &Subscriber::subscribed, this, [this](const QByteArray &channel) {
        m_denials.remove(channel);
        tell(channel); // also after a loss: what was said meanwhile was not heard
    });
    connect(&m_subscriber, &Subscriber::denied, this,
        [this](const QByteArray &channel, const Error &error) {
            m_denials.insert(channel, error);
            tell(channel);
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
    if (m_subscriber.isActive(channel)) // what was said after its last look may be past already
        waiter->look();
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

// Waiters come and go while they are told.
void ReleaseChannels::tell(const QByteArray &channel)
{
    const QPointer<ReleaseChannels> alive(this);
    const auto waiters = m_waiters.values(channel);
    for (auto each = waiters.crbegin(); each != waiters.crend() && alive; ++each) {
        if (m_waiters.contains(channel, *each))
            (*each)->look();
    }
}

} // namespace lockstep

#pragma once

#include "core/coordination/locks/waiter.h"
#include "core/redis/connection/subscriber.h"

#include <QMultiHash>
#include <QPointer>

#include <optional>

namespace lockstep {

// The channels on which releases are announced, and those who wait for a release. A channel is
// subscribed as long as somebody waits for it.
class ReleaseChannels : public QObject
{
    Q_OBJECT

public:
    // listening: not owned, opened by its owner, and used only for subscriptions.
    explicit ReleaseChannels(Connection *listening, QObject *parent = nullptr);
    ~ReleaseChannels() override; // ends every wait with Cancelled

    // Adds a waiter. It is told to ask again as soon as the channel is subscribed, at every
    // message, and after every lost connection. It is not owned and must be removed before it is
    // destroyed.
    void add(const QByteArray &channel, Waiter *waiter);
    void remove(const QByteArray &channel, Waiter *waiter);
    // Why the server refuses the channel; nothing if it does not.
    [[nodiscard]] std::optional<Error> denial(const QByteArray &channel) const;

private:
    void wakeWaiters(const QByteArray &channel);

    Subscriber m_subscriber;
    QHash<QByteArray, Error> m_denials;
    QMultiHash<QByteArray, Waiter *> m_waiters; // by channel
};

} // namespace lockstep

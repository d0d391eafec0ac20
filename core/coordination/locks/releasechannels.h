#pragma once

#include "core/coordination/locks/waiter.h"
#include "core/redis/connection/subscriber.h"

#include <QMultiHash>
#include <QPointer>

#include <optional>

namespace lockstep {

// The channels on which releases are announced to everybody, and those who wait for a release. A
// channel is subscribed as long as somebody waits for it.
class ReleaseChannels : public QObject
{
    Q_OBJECT

public:
    // listening is borrowed, opened by whoever owns it, and used for nothing but subscriptions.
    explicit ReleaseChannels(Connection *listening, QObject *parent = nullptr);
    ~ReleaseChannels() override; // every wait ends as Cancelled

    // The waiter asks again as soon as the channel is subscribed, then at every message, and after
    // every lost connection. It is borrowed until it is removed.
    void add(const QByteArray &channel, Waiter *waiter);
    void remove(const QByteArray &channel, Waiter *waiter);
    // Why the server refuses the channel, if it does.
    [[nodiscard]] std::optional<Error> denial(const QByteArray &channel) const;

private:
    void wakeWaiters(const QByteArray &channel);

    Subscriber m_subscriber;
    QHash<QByteArray, Error> m_denials;
    QMultiHash<QByteArray, Waiter *> m_waiters; // by channel
};

} // namespace lockstep

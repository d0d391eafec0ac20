#pragma once

#include "core/coordination/locks/waiter.h"
#include "core/redis/connection/subscriber.h"

#include <QMultiHash>
#include <QPointer>

#include <optional>

namespace lockstep {

// Channels on which a release is announced to everybody, and who waits for one. A channel is
// subscribed as long as somebody does.
class ReleaseChannels : public QObject
{
    Q_OBJECT

public:
    // Borrowed, opened by whoever owns it, and for nothing but subscriptions.
    explicit ReleaseChannels(Connection *listening, QObject *parent = nullptr);
    ~ReleaseChannels() override; // every wait ends as Cancelled

    // The waiter looks again when the channel is heard, from then on with every message, and after
    // every loss. Borrowed until it is removed.
    void add(const QByteArray &channel, Waiter *waiter);
    void remove(const QByteArray &channel, Waiter *waiter);
    // Why the server refuses the channel, if it does.
    [[nodiscard]] std::optional<Error> denial(const QByteArray &channel) const;

private:
    void tell(const QByteArray &channel);

    Subscriber m_subscriber;
    QHash<QByteArray, Error> m_denials;
    QMultiHash<QByteArray, Waiter *> m_waiters; // by channel
};

} // namespace lockstep

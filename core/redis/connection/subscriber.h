#pragma once

#include "core/redis/connection/connection.h"

#include <QSet>

namespace lockstep {

// A connection in subscribed state. Channels and patterns asked for are subscribed again after
// every reconnect. Messages that were published in between are lost: restored() says that there may
// be some.
class Subscriber : public QObject
{
    Q_OBJECT

public:
    // The connection is borrowed; it is opened (keepOpen() or open()) by whoever owns it.
    explicit Subscriber(Connection *connection, QObject *parent = nullptr);

    void subscribe(const QByteArray &channel);
    void subscribePattern(const QByteArray &pattern);
    void unsubscribe(const QByteArray &channel);
    void unsubscribePattern(const QByteArray &pattern);

    // Whether the server has confirmed the subscription on the present connection.
    [[nodiscard]] bool isActive(const QByteArray &channelOrPattern) const;

Q_SIGNALS:
    void subscribed(const QByteArray &channelOrPattern);
    void denied(const QByteArray &channelOrPattern, const lockstep::Error &error);
    // pattern is empty for a plain subscription. The payload is a bulk, or for client tracking an
    // array of keys or nil.
    void message(
        const QByteArray &channel, const lockstep::Reply &payload, const QByteArray &pattern);
    void restored(); // all subscriptions are confirmed again after a loss

private:
    class Private;
    std::unique_ptr<Private> d;

public:
    ~Subscriber() override;
};

} // namespace lockstep

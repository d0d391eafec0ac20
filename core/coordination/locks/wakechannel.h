#pragma once

#include "core/coordination/locks/waiter.h"
#include "core/redis/connection/subscriber.h"

#include <QHash>
#include <QPointer>

#include <optional>
#include <utility>

namespace lockstep {

// The channel on which a process hears that a lock it waits for is now its own. One serves every
// Lock and FencedLock of one server in the process. A lock handed to somebody who does not wait any
// more is handed on from here, so a waiter may be forgotten at any moment.
class WakeChannel : public QObject
{
    Q_OBJECT

public:
    // Both connections are borrowed and opened by whoever owns them; the second is for nothing but
    // subscriptions.
    WakeChannel(Connection *commands, Connection *listening, QObject *parent = nullptr);
    ~WakeChannel() override; // every wait ends as Cancelled

    [[nodiscard]] QByteArray name() const { return m_name; } // "lockstep:wake:" and a UUID
    [[nodiscard]] Connection *commands() const { return m_commands; }
    [[nodiscard]] bool isActive() const { return m_subscriber.isActive(m_name); }
    // Why the server refuses the channel, if it does.
    [[nodiscard]] std::optional<Error> denial() const { return m_denial; }

    // The number of a call: no two that are answered on this channel have the same.
    qint64 nextCall() { return ++m_calls; }
    // A word for that token and lock goes to that waiter, which is borrowed until it is removed.
    void add(const QByteArray &lock, const QByteArray &token, Waiter *waiter);
    void remove(const QByteArray &lock, const QByteArray &token, Waiter *waiter);
    // As long as a token holds the lock, a word for it that comes late is no reason to hand on. As
    // often removed as added.
    void addHolder(const QByteArray &lock, const QByteArray &token);
    void removeHolder(const QByteArray &lock, const QByteArray &token);

private:
    using LockAndToken = std::pair<QByteArray, QByteArray>;

    void hear(const QByteArray &word);
    void tellAll(); // to look again

    QPointer<Connection> m_commands;
    Subscriber m_subscriber;
    QByteArray m_name;
    std::optional<Error> m_denial;
    qint64 m_calls = 0;
    QMultiHash<LockAndToken, Waiter *> m_waiters;
    QHash<LockAndToken, int> m_holders; // how many
};

} // namespace lockstep

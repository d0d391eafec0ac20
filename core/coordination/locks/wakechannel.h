#pragma once

#include "core/coordination/locks/waiter.h"
#include "core/redis/connection/subscriber.h"

#include <QHash>
#include <QPointer>

#include <optional>
#include <utility>

namespace lockstep {

// The channel on which a process learns that a lock it waits for is its own now. One channel serves
// all Locks and FencedLocks of one server in the process. A lock that was handed to somebody who
// does not wait any more is handed on from here, so a wait can end at any moment.
class WakeChannel : public QObject
{
    Q_OBJECT

public:
    // The connections are not owned and are opened by their owner. The second one is used only for
    // subscriptions.
    WakeChannel(Connection *commands, Connection *listening, QObject *parent = nullptr);
    ~WakeChannel() override; // ends every wait with Cancelled

    [[nodiscard]] QByteArray name() const { return m_name; } // "lockstep:wake:" and a UUID
    [[nodiscard]] Connection *commands() const { return m_commands; }
    [[nodiscard]] bool isActive() const { return m_subscriber.isActive(m_name); }
    // Why the server refuses the channel; nothing if it does not.
    [[nodiscard]] std::optional<Error> denial() const { return m_denial; }

    // A number for the next call. No two calls that are answered on this channel have the same one.
    qint64 nextCall() { return ++m_calls; }
    // Messages for that token and lock go to that waiter, which is not owned and must be removed
    // before it is destroyed.
    void add(const QByteArray &lock, const QByteArray &token, Waiter *waiter);
    void remove(const QByteArray &lock, const QByteArray &token, Waiter *waiter);
    // Notes that a token holds the lock: then a late message for it does not hand the lock on. Each
    // addHolder() needs one removeHolder().
    void addHolder(const QByteArray &lock, const QByteArray &token);
    void removeHolder(const QByteArray &lock, const QByteArray &token);

private:
    using LockAndToken = std::pair<QByteArray, QByteArray>;

    void hear(const QByteArray &word);
    void tellAll(); // tells all waiters to ask again

    QPointer<Connection> m_commands;
    Subscriber m_subscriber;
    QByteArray m_name;
    std::optional<Error> m_denial;
    qint64 m_calls = 0;
    QMultiHash<LockAndToken, Waiter *> m_waiters;
    QHash<LockAndToken, int> m_holders; // how many times each was added
};

} // namespace lockstep

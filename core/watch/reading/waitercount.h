#pragma once

#include "core/watch/snapshot/snapshot.h"

#include <QObject>
#include <QTimer>

namespace lockstep {

class Connection;
class ItemStore;

// Counts who waits for locks whose waiters subscribe to a channel, every few seconds; where there
// are many of them, some each time, all in turn.
class WaiterCount : public QObject
{
    Q_OBJECT

public:
    // Both are borrowed; the counts go into the store.
    WaiterCount(Connection *connection, ItemStore *store, QObject *parent);

    void start(); // on an open connection
    void stop();
    // In which each of them was counted once; nothing: each time.
    [[nodiscard]] std::optional<Milliseconds> round() const { return m_roundTook; }

Q_SIGNALS:
    void counted();
    void denied(const lockstep::MissingPermission &missing);

private:
    void ask();
    void collect();
    void take(const std::vector<QByteArray> &keys, const Result<Reply> &reply);

    Connection *m_connection;
    ItemStore *m_store;
    std::vector<QByteArray> m_keys; // of this round
    std::size_t m_next = 0; // of m_keys
    std::optional<Milliseconds> m_roundTook;
    QTimer m_timer;
};

} // namespace lockstep

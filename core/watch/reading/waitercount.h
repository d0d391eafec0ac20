#pragma once

#include "core/watch/snapshot/snapshot.h"

#include <QObject>
#include <QTimer>

namespace lockstep {

class Connection;
class ItemStore;

// Counts who waits for locks whose waiters subscribe to a channel: once soon, then every few
// seconds; where there are many of them, some each time, all in turn. Who waits in a queue is told
// by reading the lock, which time alone can change.
class WaiterCount : public QObject
{
    Q_OBJECT

public:
    // Both are borrowed; the counts go into the store.
    WaiterCount(Connection *connection, ItemStore *store, QObject *parent);

    void start(); // on an open connection
    void stop();
    // Begins the first count, of what is known by now and as far as a few questions reach. False:
    // it was made before, or there is nothing to count; else counted() follows.
    [[nodiscard]] bool countFirst();
    // How long it took to count each lock once. Nothing: all of them are counted each time.
    [[nodiscard]] std::optional<Milliseconds> round() const { return m_roundTook; }

Q_SIGNALS:
    void counted(); // the first count is over, also where it was refused
    // Somebody waits for these locks in a queue; who has given up may still be counted.
    void queuesMayBeOld(const std::vector<QByteArray> &locks);
    void denied(const lockstep::MissingPermission &missing);

private:
    void ask();
    void collect();
    void take(const std::vector<QByteArray> &keys, const Result<Reply> &reply);

    Connection *m_connection;
    ItemStore *m_store;
    std::vector<QByteArray> m_keys; // of this round
    std::size_t m_next = 0; // of m_keys
    int m_pending = 0; // questions
    bool m_hasBegun = false; // the first count
    std::optional<Milliseconds> m_roundTook;
    QTimer m_timer;
};

} // namespace lockstep

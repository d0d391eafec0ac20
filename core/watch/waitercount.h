#pragma once

#include "core/watch/snapshot.h"

#include <QObject>
#include <QTimer>

namespace lockstep {

class Connection;
class Ledger;

// Counts who waits for locks whose waiters subscribe to a channel, every few seconds.
class WaiterCount : public QObject
{
    Q_OBJECT

public:
    // Both are borrowed; the counts go into the ledger.
    WaiterCount(Connection *connection, Ledger *ledger, QObject *parent);

    void start(); // on an open connection
    void stop() { m_timer.stop(); }

Q_SIGNALS:
    void counted();
    void denied(const lockstep::MissingPermission &missing);

private:
    void ask();
    void take(const std::vector<QByteArray> &keys, const Result<Reply> &reply);

    Connection *m_connection;
    Ledger *m_ledger;
    QTimer m_timer;
};

} // namespace lockstep

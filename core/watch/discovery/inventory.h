#pragma once

#include "core/redis/connection/connection.h"
#include "core/watch/link/pacer.h"

#include <QObject>
#include <QTimer>

namespace lockstep {

// The prefix as a glob: what a pattern would read as a wildcard stands for itself.
QByteArray patternFor(const QByteArray &prefix);

// Walks over all keys with SCAN, one pass at a time, paced. While a batch of names is looked at,
// the server works on the next, unless a pause is due.
class Inventory : public QObject
{
    Q_OBJECT

public:
    // prefix: only keys that begin with it; empty: all.
    Inventory(Connection *connection, const QByteArray &prefix, Pacer pacer, QObject *parent);

    void startPass(); // a running one begins anew
    void stop();
    // While it is held, no further names are asked for: those that were found are looked at first.
    void hold(bool held);
    [[nodiscard]] bool isRunning() const { return m_running; }
    [[nodiscard]] qint64 keysSeen() const
    {
        return std::max(m_seen, m_seenLast);
    } // repeats included, as SCAN may
    [[nodiscard]] std::chrono::microseconds busy() const { return m_busy; } // of all passes

Q_SIGNALS:
    void found(const std::vector<lockstep::Reply> &names);
    void passFinished();
    void failed(const lockstep::Error &error);

private:
    void ask();
    void take(Result<Reply> reply);
    void handOver(const std::vector<Reply> &names, bool last);

    Connection *m_connection;
    QByteArray m_pattern; // empty: all
    Pacer m_pacer;
    int m_namesPerCall; // fewer for a while once a reply was too large
    QByteArray m_cursor;
    QTimer m_pause;
    Instant m_sentAt{};
    std::chrono::microseconds m_busy{};
    qint64 m_seen = 0;
    qint64 m_seenLast = 0;
    quint32 m_pass = 0; // replies of an abandoned pass are dropped
    bool m_running = false;
    bool m_held = false;
    bool m_waits = false; // to ask, because it is held
};

} // namespace lockstep

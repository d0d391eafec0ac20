#pragma once

#include "core/redis/connection/connection.h"
#include "core/watch/link/pacer.h"

#include <QObject>
#include <QTimer>

namespace lockstep {

// The glob that matches all names with this prefix, whatever wildcards stand in the prefix.
QByteArray patternFor(const QByteArray &prefix);

// Finds the names of all keys with SCAN, in passes that follow one another, as slowly as the pacer
// demands. While a batch of names is handled, the server works on the next one, unless a pause is
// due.
class Inventory : public QObject
{
    Q_OBJECT

public:
    // prefix: only keys that begin with it; empty: all.
    Inventory(Connection *connection, const QByteArray &prefix, Pacer pacer, QObject *parent);

    void startPass(); // a running pass is begun anew
    void stop();
    // While it is held, no further names are asked for, so that those that were found can be probed
    // first.
    void setHeld(bool held);
    [[nodiscard]] bool isRunning() const { return m_isRunning; }
    // The number of names found in the running pass or the one before it, whichever is larger.
    // Names that SCAN returned twice count twice.
    [[nodiscard]] qint64 keysSeen() const { return std::max(m_seen, m_seenLast); }
    // The number of calls of SCAN in the running pass, or in the last one if none is running.
    [[nodiscard]] int callsOfPass() const { return m_calls; }
    [[nodiscard]] std::chrono::microseconds busy() const { return m_busy; } // of all passes

Q_SIGNALS:
    void found(const std::vector<lockstep::Reply> &names);
    void passFinished();
    void failed(const lockstep::Error &error);

private:
    void sendScan();
    void takeReply(Result<Reply> reply);
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
    int m_calls = 0;
    quint32 m_pass = 0; // replies of an abandoned pass are dropped
    bool m_isRunning = false;
    bool m_isHeld = false;
    bool m_isWaiting = false; // the next call waits for setHeld(false)
};

} // namespace lockstep

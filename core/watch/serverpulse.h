#pragma once

#include "core/redis/connection.h"
#include "core/watch/probe.h"
#include "core/watch/serverfigures.h"
#include "core/watch/snapshot.h"

#include <QObject>
#include <QTimer>

namespace lockstep {

// What is asked of the server itself: who it is, what time it has, whether it lives, and whether
// something happened that no feed tells (SWAPDB; without tracking also FLUSHALL and FLUSHDB).
class ServerPulse : public QObject
{
    Q_OBJECT

public:
    // idle: connections that say nothing for long otherwise; a broken one is noticed by its PING.
    ServerPulse(Connection *connection, std::vector<Connection *> idle, Milliseconds every,
        QObject *parent);

    void start(); // on an open connection; again after each reconnect
    void stop();

    [[nodiscard]] ServerTime time() const { return m_time; }
    [[nodiscard]] std::optional<std::chrono::microseconds> latency() const { return m_latency; }
    // Since when the server owes an answer; nothing: it owes none.
    [[nodiscard]] std::optional<Instant> waitingSince() const { return m_waitingSince; }
    // What it counts, refreshed every other beat.
    [[nodiscard]] const ServerFigures &figures() const { return m_figures; }
    [[nodiscard]] const QString &version() const { return m_version; }
    [[nodiscard]] const QString &program() const { return m_program; }
    [[nodiscard]] const QString &mode() const { return m_mode; }
    [[nodiscard]] const QString &role() const { return m_role; }

Q_SIGNALS:
    void identified(); // version and the rest are known, or may not be asked
    void timeChanged();
    void beat(); // latency is new
    void counted(); // figures() are new
    void flushed(); // some database
    void swapped(); // some databases: all keys of ours may be others
    void denied(const lockstep::MissingPermission &missing);

private:
    void askTime();
    void askWho();
    void pulse();
    void ping();
    void expectAnswer();
    void askSweeps();
    void takeInfo(const QByteArray &text);
    void takeSweeps();
    void noteDenied(
        const QByteArray &command, MissingPermission::Effect effect, const Error &error);

    Connection *m_connection;
    std::vector<Connection *> m_idle;
    QTimer m_timer;
    ServerTime m_time;
    std::optional<std::chrono::microseconds> m_latency;
    std::optional<Instant> m_waitingSince;
    QString m_version, m_program, m_mode, m_role;
    ServerFigures m_figures;
    std::optional<qint64> m_flushes; // calls of FLUSHALL and FLUSHDB so far
    std::optional<qint64> m_swaps; // calls of SWAPDB
    bool m_mayAskInfo = true;
    int m_beats = 0;
};

} // namespace lockstep

#pragma once

#include "core/redis/connection/connection.h"
#include "core/watch/link/serverfigures.h"
#include "core/watch/snapshot/snapshot.h"
#include "core/watch/values/probe.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <optional>

namespace lockstep {

// What is asked of the server itself: who it is, what time it has, whether it lives, and whether
// something happened that no feed tells (SWAPDB; without tracking also FLUSHALL and FLUSHDB).
class ServerHeartbeat : public QObject
{
    Q_OBJECT

public:
    ServerHeartbeat(Connection *scanner, Connection *reader, Connection *subscriber,
        Milliseconds every, QObject *parent);

    // A watched key, whose answer tells more of a node of a Cluster than PING does; nothing: none.
    void setSample(std::function<std::optional<QByteArray>()> key) { m_sample = std::move(key); }
    // On open connections; again after each reconnect. server: the words of INFO server; empty:
    // they are not known.
    void start(const QByteArray &server);
    void stop();

    void askTime(); // timeChanged() follows

    // How many names the server has in its table of client tracking, and may have; tableTold()
    // follows.
    void askTable();

    [[nodiscard]] ServerTime time() const { return m_time; }
    [[nodiscard]] std::optional<std::chrono::microseconds> latency() const { return m_latency; }
    // Since when the server owes an answer; nothing: it owes none.
    [[nodiscard]] std::optional<Instant> waitingSince() const { return m_waitingSince; }
    // When it answered for the last time.
    [[nodiscard]] Instant lastAnswer() const { return m_lastAnswer; }
    // What it counts, refreshed every other beat.
    [[nodiscard]] const ServerFigures &figures() const { return m_figures; }
    [[nodiscard]] const QString &version() const { return m_version; }
    [[nodiscard]] const QString &program() const { return m_program; }
    [[nodiscard]] const QString &mode() const { return m_mode; }
    [[nodiscard]] const QString &role() const { return m_role; }

Q_SIGNALS:
    void identified(); // role is known, or may not be asked
    void roleChanged(); // also when it is first known
    void timeChanged();
    void beat(); // latency is new
    void counted(); // figures() are new
    // figures() are new, too. limit: 0: none; nothing: it may not be asked.
    void tableTold(std::optional<qint64> limit);
    void flushed(); // some database
    void swapped(); // some databases: all keys of ours may be others
    void denied(const lockstep::MissingPermission &missing);
    void movedAway(const QByteArray &key); // to another node of the Cluster
    // Emitted when the reason for which the server refuses to answer changes; nullopt: it answers.
    void refused(const std::optional<lockstep::Error> &error);

private:
    void checkTime(const QByteArray &info, Instant sent);
    void askRole();
    void takeServer(const QByteArray &text);
    void heartbeat();
    [[nodiscard]] Command readersQuestion() const;
    void ping(Connection *connection, const Command &question);
    void note(const Connection *connection, const Result<Reply> &reply);
    void expectAnswer();
    void askSweeps();
    void takeSweeps();
    void noteDenied(
        const QByteArray &command, MissingPermission::Effect effect, const Error &error);

    Connection *m_scanner;
    Connection *m_reader;
    Connection *m_subscriber;
    std::function<std::optional<QByteArray>()> m_sample;
    QTimer m_timer;
    ServerTime m_time;
    std::optional<std::chrono::microseconds> m_latency;
    std::optional<Instant> m_waitingSince;
    Instant m_lastAnswer{};
    QString m_version, m_program, m_mode, m_role;
    ServerFigures m_figures;
    std::optional<qint64> m_flushes; // calls of FLUSHALL and FLUSHDB so far
    std::optional<qint64> m_swaps; // calls of SWAPDB
    // Each is what that connection was told last: a node of a Cluster that is down refuses keys,
    // and answers INFO.
    std::optional<Error> m_readersRefusal;
    std::optional<Error> m_scannerRefusal;
    bool m_mayAskInfo = true;
    bool m_mayAskLimit = true;
    int m_beats = 0;
};

} // namespace lockstep

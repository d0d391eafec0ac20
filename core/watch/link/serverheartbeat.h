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
// something happened that no feed tells (SWAPDB, another data set by REPLICAOF; without tracking
// also FLUSHALL and FLUSHDB).
class ServerHeartbeat : public QObject
{
    Q_OBJECT

public:
    ServerHeartbeat(Connection *scanner, Connection *reader, Connection *subscriber,
        Milliseconds every, QObject *parent);

    // key chooses a watched key to ask for: a node of a Cluster that answers PING may refuse its
    // keys. It returns nothing where no key is watched.
    void setSample(std::function<std::optional<QByteArray>()> key) { m_sample = std::move(key); }
    // The connections must be open; call it again after each reconnect. server: the reply to INFO
    // server; empty: it is not known.
    void start(const QByteArray &server);
    void stop();

    void askTime(); // timeTold() follows
    // Calls done when it is known whether a replica has its primary; of another server at once, and
    // never where the connection is lost.
    void checkPrimary(const std::function<void()> &done);
    // Calls done when it is known whether the server has taken over the data of another one, which
    // dataReplaced() tells before, or has swapped databases, which swapped() does; at once where
    // the user may not ask, and never where the connection is lost.
    void checkData(const std::function<void()> &done);
    // What its clock says, as far as is known: what INFO tells is compared with it.
    void setServerTime(const ServerTime &time) { m_time = time; }

    // Asks how many names the server's table of client tracking has, and may have. Ends with
    // tableTold().
    void askTable();

    [[nodiscard]] std::optional<std::chrono::microseconds> latency() const { return m_latency; }
    // Tells since when the server has not answered a request; nothing if it has answered all.
    [[nodiscard]] std::optional<Instant> waitingSince() const { return m_waitingSince; }
    // When it answered for the last time.
    [[nodiscard]] Instant lastAnswer() const { return m_lastAnswer; }
    // The server's own counters, refreshed every other beat.
    [[nodiscard]] const ServerFigures &figures() const { return m_figures; }
    [[nodiscard]] const QString &version() const { return m_version; }
    [[nodiscard]] const QString &program() const { return m_program; }
    [[nodiscard]] const QString &mode() const { return m_mode; }
    [[nodiscard]] const QString &role() const { return m_role; }
    // Tells since when it is a replica that has lost its primary; nothing: it is none, or has it,
    // or is getting its data for the first time.
    [[nodiscard]] std::optional<Instant> primaryLostSince() const { return m_primaryLostSince; }

Q_SIGNALS:
    void identified(); // role() is known, or the user may not ask for it
    void primaryLost(bool isLost); // a replica has lost its primary, or has it again
    void roleChanged(); // also when role() is known for the first time
    void timeTold(const lockstep::ServerTime &time);
    void answered(); // a reply or a refusal has come; emitted before all that follows from it
    void beat(); // latency() was measured again
    void counted(); // figures() were read again
    // figures() were read again, too. limit 0: there is none; nothing: the user may not ask for it.
    void tableTold(std::optional<qint64> limit);
    void flushed(); // FLUSHDB or FLUSHALL was called, in any database
    // SWAPDB was called after that, so any key may be another object now.
    void swapped(lockstep::Instant after);
    // SWAPDB was not called again up to that moment, or the user may not ask any more.
    void notSwapped(lockstep::Instant until);
    // After that it has become a replica of a server with other data (REPLICAOF), and may be a
    // primary again, so any key may be another object now.
    void dataReplaced(lockstep::Instant after);
    void denied(const lockstep::MissingPermission &missing);
    void movedAway(const QByteArray &key); // another node of the Cluster serves it now
    // Emitted when the reason for which the server refuses to answer changes; nullopt: it answers.
    void refused(const std::optional<lockstep::Error> &error);

private:
    void checkTime(const QByteArray &info, Instant sent);
    void askRole();
    void noteInfoRefused(const Error &error);
    void takeReplication(const QByteArray &text, Instant sent);
    [[nodiscard]] std::optional<Instant> lostSince(const QByteArray &replication);
    void takeDataset(const QByteArray &text, Instant sent);
    void takeServer(const QByteArray &text);
    void heartbeat();
    [[nodiscard]] Command readersQuestion() const;
    void ping(Connection *connection, const Command &question);
    void noteAnswer(const Result<Reply> &reply);
    void note(const Connection *connection, const Result<Reply> &reply);
    void expectAnswer();
    [[nodiscard]] bool takesManySections() const;
    void askSweeps();
    void takeSweeps(Instant sent);
    void takeSwaps(qint64 swaps, Instant sent);
    void askReplication(const std::function<void()> &done);
    void noteDenied(const Command &command, MissingPermission::Effect effect, const Error &error);

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
    std::optional<Instant> m_primaryLostSince;
    std::optional<Instant> m_firstSyncSince; // it has never had this primary's data
    QByteArray m_dataset; // master_replid: whose data it has; empty: not known
    Instant m_datasetAskedAt{}; // when that was asked for
    std::optional<qint64> m_flushes; // calls of FLUSHALL and FLUSHDB so far
    std::optional<qint64> m_swaps; // calls of SWAPDB so far
    Instant m_swapsAskedAt{}; // when these were asked for
    // The latest refusal on each connection. They differ: while a Cluster is down, its node refuses
    // keys but answers INFO.
    std::optional<Error> m_readersRefusal;
    std::optional<Error> m_scannerRefusal;
    bool m_mayAskTime = true;
    bool m_mayAskInfo = true;
    bool m_mayAskLimit = true;
    int m_beats = 0;
};

} // namespace lockstep

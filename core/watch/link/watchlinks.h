#pragma once

#include "core/redis/connection/backoff.h"
#include "core/redis/connection/connection.h"
#include "core/redis/connection/sentinellookup.h"
#include "core/watch/snapshot/snapshot.h"

#include <QObject>
#include <QTimer>

#include <array>
#include <map>
#include <memory>
#include <optional>

namespace lockstep {

// The three connections of a watch: opened together, to one and the same server, and lost together.
class WatchLinks : public QObject
{
    Q_OBJECT

public:
    // commandTimeout: a connection without an answer for so long is given up.
    // signInPause: see WatchOptions.
    // replicas: whether a replica of a Cluster is to answer what it knows of its primary's keys.
    enum class Replicas : quint8 { Answer, Redirect };
    WatchLinks(const Endpoint &endpoint, Milliseconds commandTimeout, Milliseconds signInPause,
        Replicas replicas = Replicas::Answer);

    void open(); // from then on they are opened again whenever they are lost
    void openAnew(); // closes them first; opened() or failed() follows
    bool retry(); // tries now instead of after the pause; false if there is no pause
    void close(); // no signal comes after this

    [[nodiscard]] Connection *reader() const { return m_reader.get(); }
    [[nodiscard]] Connection *scanner() const { return m_scanner.get(); }
    [[nodiscard]] Connection *subscriber() const { return m_subscriber.get(); }
    [[nodiscard]] bool areOpen() const { return m_state == State::Open; }
    [[nodiscard]] Traffic traffic() const; // of all three together
    // Tells since when the oldest command on any of the three waits for its reply; nothing if none
    // waits.
    [[nodiscard]] std::optional<Instant> waitingSince() const;
    // Commands of all three so far, by name as INFO commandstats writes it.
    [[nodiscard]] const std::map<QByteArray, qint64> &commandCounts() const { return *m_counts; }
    // The reply to INFO server of the server that all three have reached, known from opened() on;
    // empty: the user may not ask for it.
    [[nodiscard]] const QByteArray &server() const { return m_server; }
    // The primary that Sentinels have named, "db2:6379"; empty if none were asked.
    [[nodiscard]] QString primary() const { return m_reader->peer(); }

Q_SIGNALS:
    void opened(); // all three are open, to the same server
    // After opened(): one connection was lost, and so all were closed. They are opened again after
    // nextAttempt.
    void lost(const lockstep::Error &error, lockstep::Milliseconds nextAttempt);
    // They could not be opened, and will be tried again after nextAttempt.
    void failed(const lockstep::Error &error, lockstep::Milliseconds nextAttempt);
    void denied(const lockstep::MissingPermission &missing);

private:
    enum class State : quint8 { Closed, Opening, Open, Waiting };

    [[nodiscard]] std::array<Connection *, 3> all() const;
    void attempt();
    void openAll();
    void closeAll();
    void onOpened(Connection *link);
    void onAnswered(Connection *link, const Result<Reply> &info);
    void reopen(Connection *link);
    void begin();
    void onLost(const Error &error);
    void fail(const Error &error);
    void onFound(const HostPort &primary);

    const Endpoint m_endpoint;
    std::shared_ptr<SentinelLookup> m_lookup; // of all three; nothing if there are no Sentinels
    std::shared_ptr<std::map<QByteArray, qint64>> m_counts;
    std::unique_ptr<Connection> m_reader;
    std::unique_ptr<Connection> m_scanner;
    std::unique_ptr<Connection> m_subscriber;
    Replicas m_replicas;
    State m_state = State::Closed;
    std::array<bool, 3>
        m_isCompared{}; // in the order of all(): whether it has reached the same server
    QByteArray m_server;
    int m_reopened = 0; // connections in this attempt that had reached another server
    Backoff m_backoff;
    Backoff m_signInBackoff; // used where a password is missing or refused
    Instant m_openedAt{};
    QTimer m_next;
    QString m_named; // the primary that the Sentinels named last
    bool m_isFollowing = false; // the next attempt goes to whom they have just named
};

} // namespace lockstep

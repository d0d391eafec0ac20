#pragma once

#include "core/redis/connection/connection.h"
#include "core/redis/connection/subscriber.h"
#include "core/watch/snapshot/snapshot.h"

#include <QObject>
#include <QSet>
#include <QTimer>

#include <functional>
#include <memory>
#include <vector>

namespace lockstep {

// Tells which keys changed. Three connections: the reader, whose reads the server remembers (client
// tracking in default mode), the scanner, which is told of every change under prefixes
// (broadcasting mode), so that new keys are learned of, and the subscriber, to which both are
// redirected.
//
// What this rests on, seen on Redis 7.0.15: tracking needs no setting of the server and no
// permission to write; in default mode a key is announced once, at its next change or
// disappearance, whoever makes it, and is remembered again when it is read again; keys are
// remembered by name only, so the same name in another database is announced, too; after a flush of
// any database nil is announced and nothing is remembered any more.
class ChangeFeed : public QObject
{
    Q_OBJECT

public:
    ChangeFeed(Connection *reader, Connection *scanner, Connection *subscriberConnection,
        const QByteArray &prefix, int budget, QObject *parent);

    // The three connections must be open. Ends with decided().
    void start();
    void stop();

    [[nodiscard]] WatchMode mode() const { return m_mode; }
    [[nodiscard]] ModeReason reason() const { return m_reason; }
    // Whether every change of every key under the prefix is announced, apart from flushes.
    [[nodiscard]] bool announcesAll() const;
    // The prefixes whose changes are not announced, because that costs too much; "*": all of them.
    [[nodiscard]] const QStringList &dropped() const { return m_dropped; }

    // prefixes is called when announcing all keys costs too much, and returns the prefixes that are
    // announced in their place: at most `most`, and none of them a prefix of another.
    void setFallback(std::function<std::vector<QByteArray>(std::size_t most)> prefixes)
    {
        m_fallback = std::move(prefixes);
    }
    // How many announced names led to a read so far, told from within changed(): the rest is what
    // counts against the budget.
    void setUseful(qint64 names) { m_useful = names; }
    // Later it turned out that one led to a new object.
    void noteFound(const QByteArray &name) { noteIdle(name, -1); }
    // Commands a second that the server executes for others; nothing: it does not tell. A 50th as
    // many names that lead to nothing may be announced, and fifty where that is less.
    void setOthers(std::optional<double> commandsPerSecond);
    // Messages with announced names so far.
    [[nodiscard]] qint64 messages() const { return m_messages; }
    // The server forgets names that we have read: from now on only what is broadcast counts.
    void giveUpTable();
    // Tries the whole feed again.
    void widen();

Q_SIGNALS:
    void decided();
    void changed(const std::vector<QByteArray> &keys);
    void flushed(); // any key may have changed
    void overflowed(); // an announcement named more keys than were read of it
    void narrowed(); // dropped() is different, shorter or longer
    void checked(); // once a second
    // The server's setting has keyspace notifications no more, or not of everything: what has
    // happened after that was not announced. Polling is decided next.
    void notificationsLost(lockstep::Instant after);
    // They are on again: what happened before was not announced.
    void notificationsBack();
    void denied(const lockstep::MissingPermission &missing);

private:
    void makeSubscriber();
    void listen();
    void track();
    void broadcast();
    void fallBack(ModeReason reason);
    void askForNotifications();
    void checkNotifications();
    void useNotifications();
    void doWithoutNotifications();
    void takeSetting(bool isOn, Instant asked);
    using Step = void (ChangeFeed::*)();
    void refused(const Command &command, const Error &error, ModeReason reason, Step step);
    void again(Step step);
    void identify();
    void listenToKeyspace();
    void decide(WatchMode mode, ModeReason reason);
    void hear(const QByteArray &channel, const Reply &payload);
    void checkBudget();
    void dropLoudest();
    void settle();
    void announce(const std::vector<QByteArray> &names);
    void noteIdle(const QByteArray &name, qint64 names);
    void send(Connection *connection, const Command &command,
        std::function<void(const Result<Reply> &)> done);

    Connection *m_reader;
    Connection *m_scanner;
    Connection *m_subscriberConnection;
    std::unique_ptr<Subscriber>
        m_subscriber; // new at each start(): CLIENT ID is refused once it subscribes
    QByteArray m_prefix;
    int m_mostBudget; // names a second, at most
    int m_budget; // at present

    WatchMode m_mode = WatchMode::None;
    ModeReason m_reason = ModeReason::NotConnected;
    bool m_tableIsFull = false;
    QByteArray m_redirect; // client id of the subscriber
    QByteArray m_pattern; // matches the keyspace channels
    ModeReason m_withoutTracking = ModeReason::NotDecided; // why notifications are asked for
    bool m_mayNotify = false; // they may be used, when they are switched on
    bool m_isAskingSetting = false;
    int m_checks = 0; // since the setting was asked for
    Instant m_notifiedUntil{}; // everything was announced until then, at least
    quint32 m_run = 0; // replies of an earlier start() are dropped

    struct Announced
    {
        QByteArray prefix;
        qint64 idle = 0; // names since the last check
    };
    std::vector<Announced> m_prefixes; // at present; one empty prefix: all keys; none: no keys
    std::function<std::vector<QByteArray>(std::size_t)> m_fallback;
    QStringList m_dropped;
    qint64 m_idle = 0; // all of them
    int m_loudChecks = 0; // checks in a row that were over the budget
    qint64 m_messages = 0;
    qint64 m_useful = 0;
    QSet<QByteArray> m_heardNow; // announced in this turn of the event loop
    QTimer m_check;
};

} // namespace lockstep

#pragma once

#include "core/redis/connection/connection.h"
#include "core/redis/connection/subscriber.h"
#include "core/watch/discovery/feedbudget.h"
#include "core/watch/snapshot/snapshot.h"

#include <QObject>
#include <QSet>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>
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

    // The three connections must be open. Ends with modeDecided().
    void start();
    void stop();

    [[nodiscard]] WatchMode mode() const { return m_mode; }
    [[nodiscard]] ModeReason reason() const { return m_reason; }
    // Whether every change of every key under the prefix is announced, apart from flushes.
    [[nodiscard]] bool announcesAll() const;
    // See FeedBudget::dropped().
    [[nodiscard]] const QStringList &dropped() const { return m_budget.dropped(); }
    void setFallback(FeedBudget::Fallback fallback) { m_budget.setFallback(std::move(fallback)); }
    void setServerLoad(std::optional<double> commandsPerSecond);

    // How many announced names have led to a read so far. Told from within changed(): the names
    // that changed() told and that are not among these were idle.
    void setUsefulNames(qint64 names) { m_usefulNames = names; }
    // A name that counted as idle turned out to be that of a new object.
    void noteFoundObject(const QByteArray &name) { m_budget.noteIdle(name, -1); }

    // Messages with announced names so far.
    [[nodiscard]] qint64 messages() const { return m_messages; }

    // The server's table of tracked names is full, so it forgets names that we have read: from now
    // on only what is broadcast counts.
    void giveUpTable();
    // Has all names announced again after some were dropped.
    void announceAllAgain();

Q_SIGNALS:
    void modeDecided(); // also where mode() and reason() are as before
    void changed(const std::vector<QByteArray> &keys);
    void flushed(); // any key may have changed
    void overflowed(); // an announcement named more keys than were read of it
    void droppedChanged(); // dropped() is shorter or longer than before
    void secondEnded(); // emitted once a second after modeDecided()
    // The server's setting no longer has keyspace notifications, or not all of them: what has
    // happened since `after` was not announced. The feed falls back to polling, and modeDecided()
    // follows.
    void notificationsLost(lockstep::Instant after);
    // Keyspace notifications are on again: what happened before was not announced.
    void notificationsReturned();
    void denied(const lockstep::MissingPermission &missing);

private:
    using Step = void (ChangeFeed::*)();

    void askClientId();
    void makeSubscriber();
    void subscribeToInvalidations();
    void startTracking();
    void startBroadcasting();
    void onRefused(const Command &command, const Error &error, ModeReason reason, Step step);
    void retryLater(Step step);

    void fallBackToNotifications(ModeReason reason);
    void askForNotifications();
    void checkNotificationSetting();
    void takeNotificationSetting(bool isOn, Instant asked);
    void subscribeToKeyspace();
    void useNotifications();
    void giveUpNotifications();

    void setMode(WatchMode mode, ModeReason reason);
    void updateModeWithoutTable();
    void onMessage(const QByteArray &channel, const Reply &payload);
    void announce(const std::vector<QByteArray> &names);
    void onSecondEnded();
    void dropBusiestPrefix();
    void send(Connection *connection, const Command &command,
        std::function<void(const Result<Reply> &)> done);

    Connection *m_reader;
    Connection *m_scanner;
    Connection *m_subscriberConnection;
    // A new one is made by each start(), for CLIENT ID is refused once it has subscribed.
    std::unique_ptr<Subscriber> m_subscriber;
    QByteArray m_prefix;
    FeedBudget m_budget;
    WatchMode m_mode = WatchMode::None;
    ModeReason m_reason = ModeReason::NotConnected;
    bool m_tableIsFull = false;
    QByteArray m_redirect; // client id of the subscriber
    QByteArray m_keyspacePattern; // matches the keyspace channels
    ModeReason m_reasonWithoutTracking = ModeReason::NotDecided; // why notifications are asked for
    bool m_mayNotify = false; // notifications may be used once they are switched on
    bool m_isAskingSetting = false;
    int m_secondsSinceSetting = 0; // since the setting was asked for
    Instant m_notifiedUntil{}; // everything was announced until then, at least
    quint32 m_run = 0; // replies to what was sent before the latest start() are dropped
    qint64 m_messages = 0;
    qint64 m_usefulNames = 0;
    QSet<QByteArray> m_announcedNow; // in this turn of the event loop
    QTimer m_second;
};

} // namespace lockstep

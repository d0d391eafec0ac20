#pragma once

#include "core/redis/values/endpoint.h"
#include "core/watch/alerts/alert.h"
#include "core/watch/items/item.h"
#include "core/watch/items/journal.h"

#include <QStringList>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <utility>
#include <vector>

namespace lockstep {

// How changes are learned of, and what it costs. All of it is shown.
enum class WatchMode : quint8 {
    None,
    Push /* client tracking */,
    Notifications /* keyspace */,
    Polling
};

// Why the mode is not Push, or that it is.
enum class ModeReason : quint8 {
    NotConnected,
    NotDecided, // connected, and the server has not said yet what it can do
    TrackingWorks,
    TrackingNotPermitted, // by ACL; see missing
    SubscribeNotPermitted,
    TrackingUnknown, // a server before 6.0, or a proxy in between
    TrackingTableFull, // it forgets names that we have read: only what is broadcast counts
    NotificationsOff, // they took the place of tracking and were switched off, or may be
};

// A command that may not be used here, and what therefore does not work.
struct MissingPermission
{
    QByteArray command; // "CLIENT TRACKING", as ACL names it
    enum class Effect : quint8 {
        NoInventory, // SCAN: nothing can be found
        NoTtl, // PTTL: no countdown, no immortal locks
        NoPush, // CLIENT TRACKING or SUBSCRIBE: slower mode
        NoType, // TYPE: nothing can be recognised
        NoValue, // a read command: formats that need it are not shown
        NoTime, // TIME: our own clock is used
        NoInfo, // INFO: version and SWAPDB stay unknown
        NoReplica, // READONLY: a replica of a Cluster answers nothing
        NoCluster, // CLUSTER SLOTS: only the node at the given address is watched
        NoEpoch, // SENTINEL MASTER: which of Sentinels that disagree is right is not known
        NoWaiters, // PUBSUB NUMSUB
    } effect = Effect::NoValue;
    QString serverWords;
    enum class Cause : quint8 {
        NotPermitted, // by ACL
        Unknown, // renamed, not forwarded by a proxy, or of a later version
    } cause = Cause::NotPermitted;
    // The command with its arguments, as it was refused first; empty: not by the server.
    QByteArrayList words;

    friend bool operator==(const MissingPermission &, const MissingPermission &) = default;
};

// Lists all effects in the order in which the Server page says what may be missing.
inline constexpr std::array allPermissionEffects{MissingPermission::Effect::NoInventory,
    MissingPermission::Effect::NoTtl, MissingPermission::Effect::NoPush,
    MissingPermission::Effect::NoType, MissingPermission::Effect::NoValue,
    MissingPermission::Effect::NoTime, MissingPermission::Effect::NoInfo,
    MissingPermission::Effect::NoReplica, MissingPermission::Effect::NoCluster,
    MissingPermission::Effect::NoEpoch, MissingPermission::Effect::NoWaiters};

// Stopped: a password is missing or refused; without another one it is tried again only seldom.
enum class LinkState : quint8 { Connecting, Connected, Reconnecting, Stopped };

// How much of a Cluster is watched.
struct ClusterCoverage
{
    int primaries = 0; // that have slots
    int connected = 0; // of these, that are watched and answer now
    int leftOut = 0; // not watched: there are more than are watched at once

    friend bool operator==(const ClusterCoverage &, const ClusterCoverage &) = default;
};

struct WatchStatus
{
    LinkState link = LinkState::Connecting;
    std::optional<Error> trouble; // why it is not connected, or what stays wrong (Loading, …)
    QString troubledNode; // of a Cluster: which node the trouble is about, "db2:6379"
    std::optional<Instant> nextAttempt; // unless Connected
    int connections = 0; // made so far; behind each another server may answer

    QString serverVersion; // "7.0.15"
    QString serverProgram; // "redis", "valkey"
    QString serverMode; // "standalone", "cluster", "sentinel"
    QString serverRole; // "master", "slave"
    QString serverRunId; // of this process of the server; another one after each restart
    QByteArray user; // as whom we are connected; empty: default
    QString address; // of the server, or of its Sentinels, without a password
    QString primary; // where these say that it is, "db2:6379"; empty: nobody had to be asked
    std::optional<ClusterCoverage> cluster; // nothing: it is none, or one node of it is watched
    QByteArray prefix; // only keys that begin with it are looked for; empty: all

    WatchMode mode = WatchMode::None;
    ModeReason modeReason = ModeReason::NotConnected;
    std::vector<MissingPermission> missing;

    qint64 keysSeen = 0; // by the last finished or the running inventory pass
    bool inventoryRunning = false;
    // What was found is all there is: the first pass and the reads that follow from it are done.
    bool firstInventoryDone = false;
    // The connection was lost and is there again, and not everything has been looked at since.
    bool isCatchingUp = false;
    std::optional<qint64> keysInDatabase; // as the server counts them; nothing: it was not told
    qint64 keysWatched = 0;
    qint64 objects = 0; // items
    qint64 keysTooLarge = 0; // left alone: reading them would cost too much
    qint64 objectsLeftOut = 0; // recognised, and not watched: there are more than there is room for
    // The time in which each lock with countable waiters is asked for once; nothing: each time.
    std::optional<Milliseconds> waitersRound;

    qint64 commands = 0; // sent by us since the start
    qint64 bytes = 0; // both ways since the start
    double commandsPerSecond = 0; // over the last 5 s
    double bytesPerSecond = 0;
    // Part of the time the server spent on us, 0…1: by its own accounts of commands and processor
    // time, or, where these are not told, estimated from reply times.
    double serverTimeShare = 0;
    bool serverTimeShareIsMeasured = false; // by the server
    std::optional<Milliseconds>
        staleness; // how long a change has waited to be read, at most, now or in the last 2 s, or
                   // the server has been silent although asked, its announcement's way included; 0
                   // when all was read at once. When polling, of keys that are known: from one look
                   // to the next
    // This program or its line stood still, too shortly for a gap: what was read within that time
    // may have changed at any moment since its begin. The last such time; nothing: there was none.
    std::optional<UnseenSpan> stalled;
    // Tells since when nothing has been seen: the connection is lost, or the server has owed an
    // answer for two seconds. Nothing: the server answers, or never did.
    std::optional<Instant> unseenSince;
    // The latest moment that something was heard of: what changed before it is known, but for what
    // waits to be read (staleness). Of a Cluster, of the node that was heard of first. Nothing: the
    // server never answered.
    std::optional<Instant> lastSeen;
    // How long an object that changes all the time is left alone after it was read, because of what
    // the server does for others; 0: it is not.
    Milliseconds restOfCounters{}; // and limits
    Milliseconds restOfLocks{};
    std::optional<std::chrono::microseconds> latency; // of the last PING
    std::optional<Milliseconds> expiryLagWorst; // announced minus deadline
    std::optional<Milliseconds> expiryLagMedian;
    QStringList droppedPrefixes; // changes under these come by inventory only: they cost too much
    // Some new keys, or all, are not announced: they are found only by the passes over all names,
    // as a rule within this time. Nothing: every one is announced. It tells nothing of a server
    // that is not seen (isSeen()), nor where keys may not be listed
    // (MissingPermission::Effect::NoInventory).
    std::optional<Milliseconds> newKeysWithin;
};

// Whether what the server tells is seen as it happens.
inline bool isSeen(const WatchStatus &status)
{
    return status.link == LinkState::Connected && !status.unseenSince;
}

// A primary of a Cluster that is watched.
struct NodeStatus
{
    QString address; // as the nodes tell it, "10.0.0.5:6379"
    HostPort reached; // from here; no host: it is reached by the unix socket that was given
    QString slotRanges; // "0-5460", "1 5-9"
    std::vector<std::pair<int, int>> slotBounds; // the same: the first and the last of each range
    WatchStatus status;
    std::shared_ptr<const std::vector<UnseenSpan>> unseen; // as of Snapshot, of its keys
    // Which of the nodes that are watched: it stays where another one takes its place.
    int place = 0;
};

// Everything that is known at one moment. Each vector is sorted by key and shared between snapshots
// until its family changes: equal pointers mean that nothing changed.
struct Snapshot
{
    using Items = std::shared_ptr<const std::vector<ItemPtr>>;

    Items counters = std::make_shared<const std::vector<ItemPtr>>();
    Items buckets = std::make_shared<const std::vector<ItemPtr>>();
    Items locks = std::make_shared<const std::vector<ItemPtr>>();
    // The few counters that count who is online. See usersOnline().
    Items presence = std::make_shared<const std::vector<ItemPtr>>();
    // Locks whose key went within the last 10 s, with their histories; Free. Unknown are those that
    // left without becoming free, because the key holds something else now, or is not watched any
    // more. The latest 2,000. One stays longer while nothing else changes: see its readAt.
    Items freed = std::make_shared<const std::vector<ItemPtr>>();
    // The latest 200 times in which nothing was seen, oldest first; in a Cluster, of any of its
    // nodes.
    std::shared_ptr<const std::vector<UnseenSpan>> unseen =
        std::make_shared<const std::vector<UnseenSpan>>();
    // The alerts that fire, by severity, then the oldest first.
    Alerts alerts = std::make_shared<const std::vector<AlertPtr>>();
    qint64 alertsLeftOut = 0; // since the start: there were more than AlertEvaluation::most
    WatchStatus status;
    // The nodes of a Cluster, in the order of their first slots; otherwise empty.
    std::shared_ptr<const std::vector<NodeStatus>> nodes =
        std::make_shared<const std::vector<NodeStatus>>();
    std::vector<JournalEntry> journal; // new since the snapshot taken before, oldest first
    qint64 journalTotal = 0; // entries since the start
    Instant takenAt{};
    std::chrono::system_clock::time_point takenAtUtc{};
};

// The node that serves the key; nullptr if none of these does.
const NodeStatus *nodeOf(const std::vector<NodeStatus> &nodes, const QByteArray &key);

// The moment up to which the snapshot says how things are: after it nothing was seen.
inline Instant seenUntil(const Snapshot &snapshot)
{
    return std::min(snapshot.takenAt, snapshot.status.unseenSince.value_or(snapshot.takenAt));
}

} // namespace lockstep

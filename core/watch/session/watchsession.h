#pragma once

#include "core/redis/values/clusterslots.h"
#include "core/watch/discovery/changefeed.h"
#include "core/watch/discovery/inventory.h"
#include "core/watch/discovery/keytriage.h"
#include "core/watch/discovery/prober.h"
#include "core/watch/link/clientlookup.h"
#include "core/watch/link/clockjumps.h"
#include "core/watch/link/evictiondetector.h"
#include "core/watch/link/permissioncheck.h"
#include "core/watch/link/serverheartbeat.h"
#include "core/watch/link/watchlinks.h"
#include "core/watch/reading/deadlinereader.h"
#include "core/watch/reading/itemreader.h"
#include "core/watch/reading/rereader.h"
#include "core/watch/reading/waitercount.h"
#include "core/watch/session/passschedule.h"
#include "core/watch/session/publishpace.h"
#include "core/watch/session/silencegap.h"
#include "core/watch/session/statusreport.h"
#include "core/watch/session/watch.h"
#include "core/watch/store/itemstore.h"

#include <QObject>
#include <QSet>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>

namespace lockstep {

// What the session of a node shares with those of the other nodes of its Cluster.
struct ClusterMembership
{
    std::shared_ptr<SharedItems> items;
    PublishPace *pace; // borrowed: of what is published for all nodes together
    // Whether the key's slot is this node's, as far as is known.
    std::function<bool(const QByteArray &key)> serves;
    QString node; // its name in the journal
    std::optional<HostPort> told; // by the nodes; nothing: it does not know its own address
    // The slots whose primary this node has become in the place of another one, whose session it
    // goes on with; empty: it has not.
    QString takenSlots;
};

// The watch of one server on the thread it lives on: three connections and what is done with them,
// from names to recognised objects to readings. All decisions are in the parts; this class only
// tells them of each other.
class WatchSession : public QObject
{
    Q_OBJECT

public:
    // before: the session whose history this one goes on with, as after a gap in the connection;
    // nullptr: there is none. membership: the server is watched as a node of a Cluster; nothing: it
    // is not, and where it is one, foundCluster() tells the others.
    WatchSession(const Endpoint &endpoint, std::shared_ptr<const Catalogue> catalogue,
        const WatchOptions &options, std::unique_ptr<WatchSession> before = nullptr,
        std::optional<ClusterMembership> membership = {});
    ~WatchSession() override;

    void start();
    void listClients(); // ends with clientsListed()
    void retry(); // see Watch
    // Replaces the catalogue by one of the same formats with other rules. What these say of known
    // objects is shown once the objects have been looked at again.
    void setCatalogue(std::shared_ptr<const Catalogue> catalogue);

    // The following are called by the watch of a Cluster.

    // What was under way is given up, and nothing more is asked. What is known stays.
    void end();
    // done is called with what the node tells, or why it does not; from within where there is no
    // connection.
    void askSlots(const std::function<void(const Result<ClusterSlots> &)> &done);
    [[nodiscard]] bool isConnected() const { return m_isWatching && m_links.areOpen(); }
    [[nodiscard]] bool hasFirstInventory() const { return m_report.hasFirstInventory(); }
    void updateStatus(Instant now);
    [[nodiscard]] const WatchStatus &status() const { return m_report.status(); }
    [[nodiscard]] Traffic traffic() const { return m_report.traffic(); }
    [[nodiscard]] ItemStore *store() const { return m_store.get(); }
    // Ends the session and returns what it knows.
    [[nodiscard]] std::unique_ptr<ItemStore> takeStore();
    // The same, for sessions that begin now: if anything was seen before, the journal gets a gap
    // from then on.
    [[nodiscard]] std::unique_ptr<ItemStore> takeStoreAfterGap();
    [[nodiscard]] WaiterCount::Node waiterNode();
    // Reads the keys soon, if there is a connection. Without one nothing is needed, because all
    // keys are read after the gap.
    void read(const std::vector<QByteArray> &keys);
    // The same for keys that it has and whose alerts a moment alone may change: some of these need
    // not be asked for.
    void readForAlerts(const std::vector<QByteArray> &keys, Instant now);
    // Whether the server is connected and answers.
    [[nodiscard]] bool isSeen() const { return isConnected() && !m_report.status().unseenSince; }
    void noteDenied(const MissingPermission &missing) { onDenied(missing); }
    // Stops asking it for sharded channels until it is connected anew.
    void noteShardedRefused() { m_mayAskShards = false; }
    // If nothing has been seen of it since then, though others are seen, its objects become
    // unreadable until something is.
    void hideUnseenObjects(Instant since);
    // Slots have come to this node: there may be keys that nothing is known of.
    void lookForMovedKeys() { m_passes.lookAtEverything(); }
    // The keys that, as the node said when it was asked last, another node has.
    [[nodiscard]] const QSet<QByteArray> &movedAway() const { return m_movedAway; }

Q_SIGNALS:
    void published(const lockstep::Snapshot &snapshot); // at most once a turn; of a node never
    // It is a node of a Cluster with these slots. The session does nothing more.
    void foundCluster(const lockstep::ClusterSlots &slots);
    // Only for a node of a Cluster: slots may have moved elsewhere, or nobody serves some of them.
    void slotsInDoubt();
    void lost(); // only for a node: the connection is lost or could not be opened
    void inventoryFinished();
    void clientsListed(const lockstep::ClientList &list);

private:
    void wireLinks();
    void wireMembership();
    void wireFeed();
    void wirePasses();
    void wireReading();
    void goOnFrom(const WatchSession &before);
    void onOpened();
    [[nodiscard]] bool isOfUnknownCluster() const;
    void findCluster();
    void onSlots(const Result<ClusterSlots> &slots);
    void beginWatching();
    struct Gap
    {
        Instant from;
        std::chrono::nanoseconds slept; // by this machine, since then
    };
    // The time that has passed unseen until now; nothing if nothing was seen before.
    [[nodiscard]] std::optional<Gap> takeGap();
    void noteGap(const Gap &gap, Instant now, bool isAnother, const QString &takenSlots);
    [[nodiscard]] std::optional<Instant> unseenSince() const;
    void showHiddenAgain();
    void onFailed(const Error &error, Milliseconds nextAttempt);
    [[nodiscard]] Error ofNode(const Error &error) const;
    void onPermitted();
    void stopParts();
    void onLost(const Error &error, Milliseconds nextAttempt);
    void onMovedAway(const Error &error);
    void onFeedDecided();
    void onFeedChecked();
    void onServerCounted();
    void onTableTold(std::optional<qint64> limit);
    void holdInventory();
    void onPassStarting();
    void onPassFinished();
    void onPassDelayed(const Error &error);
    void onPassImpossible(const Error &error);
    void onChanged(const std::vector<QByteArray> &keys);
    void onRead(const QByteArray &key);
    void onDenied(const MissingPermission &missing);
    void onRoleChanged();
    void onDataReplaced(Instant after);
    using Trouble = Troubles::Source;
    void setTrouble(Trouble source, const std::optional<Error> &error);
    void forgetLongGone();
    [[nodiscard]] bool isFirstPassFollowedUp();
    void checkFirstInventory();
    [[nodiscard]] AlertEvaluation &alerts() { return m_store->shared()->alerts; }
    void readForAlerts(Instant now);
    void publish();
    void setServerTime(const ServerTime &time); // readings are understood by it
    void noteServerTime(const ServerTime &told); // by TIME
    [[nodiscard]] std::optional<ClockJump> takeClockJump(); // once for each jump

    std::shared_ptr<const Catalogue> m_catalogue;
    std::optional<ClusterMembership> m_membership;
    WatchLinks m_links;
    ServerBudget m_budget;
    std::unique_ptr<ItemStore> m_store;
    ItemReader m_reader;
    Rereader m_rereader;
    Prober m_prober;
    Inventory m_inventory;
    KeyTriage m_triage;
    ChangeFeed m_feed;
    EvictionDetector m_evictions;
    ServerHeartbeat m_heartbeat;
    PassSchedule m_passes;
    DeadlineReader m_deadlines;
    WaiterCount m_waiters;
    ClientLookup m_clients;
    PublishPace m_ownPace;
    PublishPace *m_pace; // of all nodes of a Cluster, or the own
    StatusReport m_report;

    PermissionCheck m_permissions;
    UnseenCause m_closedFor = UnseenCause::ConnectionLost; // why the connections were closed
    ClockJumps m_clockJumps;
    SilenceGap m_silence;

    bool m_isWatching = false; // between opening and the loss of the connections
    // See hideUnseenObjects().
    const Instant m_madeAt = std::chrono::steady_clock::now();
    bool m_someAreShown = true; // objects, maybe; else all of them are hidden
    bool m_someAreHidden = false; // maybe
    bool m_mayAskShards = true;
    // This is set for a node that is a replica now: its data may be another one's since then.
    std::optional<Instant> m_replacedAfter;
    QTimer m_findAgain; // looks for the Cluster again
    QSet<QByteArray> m_movedAway; // see there

    // The keys that waited for a look or a reading when the first pass since the connection was
    // made was over, without those that had one since; set once that is so.
    std::optional<std::vector<QByteArray>> m_toFollowUp;
    quint64 m_gapsBeforePass = 0; // see AlertEvaluation::finishPass()
    bool m_someMovedAway = false; // since the last pass was over
    Milliseconds m_widenEvery;
    Instant m_widenedAt{};
};

} // namespace lockstep

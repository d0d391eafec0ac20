#pragma once

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
#include "core/watch/snapshot/itemstore.h"

#include <QObject>

namespace lockstep {

// The watch of one server on the thread it lives on: three connections and what is done with them,
// from names to recognised objects to readings. All decisions are in the parts; this class only
// tells them of each other.
class WatchSession : public QObject
{
    Q_OBJECT

public:
    // before: the session whose history this one goes on with, as after a gap in the connection;
    // nullptr: there is none.
    WatchSession(const Endpoint &endpoint, std::shared_ptr<const Catalogue> catalogue,
        const WatchOptions &options, std::unique_ptr<WatchSession> before = nullptr);
    ~WatchSession() override;

    void start();
    void listClients(); // ends with clientsListed()
    void retry(); // see Watch
    // The same formats with other rules: what they say of known objects is shown as soon as these
    // are looked at again.
    void setCatalogue(std::shared_ptr<const Catalogue> catalogue);

Q_SIGNALS:
    void published(const lockstep::Snapshot &snapshot); // at most once a turn
    void inventoryFinished();
    void clientsListed(const lockstep::ClientList &list);

private:
    void wireLinks();
    void wireFeed();
    void wirePasses();
    void wireReading();
    void onOpened();
    void onFailed(const Error &error, Milliseconds nextAttempt);
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
    using Trouble = Troubles::Source;
    void setTrouble(Trouble source, const std::optional<Error> &error);
    void forgetLongGone();
    void checkFirstInventory();
    void publish();
    void setServerTime(const ServerTime &time); // readings are understood by it
    void noteServerTime(const ServerTime &told); // by TIME
    [[nodiscard]] std::optional<ClockJump> takeClockJump(); // once for each jump

    std::shared_ptr<const Catalogue> m_catalogue;
    WatchLinks m_links;
    ServerBudget m_budget;
    ItemStore m_store;
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
    PublishPace m_pace;
    StatusReport m_report;

    PermissionCheck m_permissions;
    UnseenCause m_closedFor = UnseenCause::ConnectionLost; // why the connections were closed
    ClockJumps m_clockJumps;
    SilenceGap m_silence;

    bool m_someMovedAway = false; // since the last pass was over
    Milliseconds m_widenEvery;
    Instant m_widenedAt{};
};

} // namespace lockstep

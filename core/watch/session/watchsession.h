#pragma once

#include "core/watch/discovery/changefeed.h"
#include "core/watch/discovery/inventory.h"
#include "core/watch/discovery/namesieve.h"
#include "core/watch/discovery/prober.h"
#include "core/watch/link/clientlookup.h"
#include "core/watch/link/clockjumps.h"
#include "core/watch/link/costmeter.h"
#include "core/watch/link/evictiondetector.h"
#include "core/watch/link/serverpulse.h"
#include "core/watch/link/sharemeter.h"
#include "core/watch/link/troubles.h"
#include "core/watch/link/watchlinks.h"
#include "core/watch/reading/deadlinereader.h"
#include "core/watch/reading/itemreader.h"
#include "core/watch/reading/rereader.h"
#include "core/watch/reading/waitercount.h"
#include "core/watch/session/passschedule.h"
#include "core/watch/session/publishpace.h"
#include "core/watch/session/watch.h"
#include "core/watch/snapshot/ledger.h"

#include <QObject>

namespace lockstep {

// The watch of one server on the thread it lives on: three connections and what is done with them,
// from names to recognised objects to readings. All decisions are in the parts; this class only
// tells them of each other, and sums up what they say of themselves.
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
    void onFailed(const Error &error, std::optional<Milliseconds> nextAttempt);
    void onLost(const Error &error, Milliseconds nextAttempt);
    void noteServer();
    void onMovedAway(const Error &error);
    void onFeedDecided();
    void onFeedNarrowed();
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
    void fillStatus(Instant now);
    void fillCost(Instant now);
    // The last moment before a jump at which the clocks were known to be right; once for each jump.
    [[nodiscard]] std::optional<Instant> takeClockJump();
    [[nodiscard]] Traffic traffic() const;
    [[nodiscard]] std::optional<Instant> unseenSince(Instant now) const;
    [[nodiscard]] std::optional<Milliseconds> staleness(Instant now);

    std::shared_ptr<const Catalogue> m_catalogue;
    WatchLinks m_links;
    ServerBudget m_budget;
    Ledger m_ledger;
    CostMeter m_cost;
    ShareMeter m_shareMeter;
    ItemReader m_reader;
    Rereader m_rereader;
    Prober m_prober;
    Inventory m_inventory;
    NameSieve m_sieve;
    ChangeFeed m_feed;
    EvictionDetector m_evictions;
    ServerPulse m_pulse;
    PassSchedule m_passes;
    DeadlineReader m_deadlines;
    WaiterCount m_waiters;
    ClientLookup m_clients;
    PublishPace m_pace;

    ClockJumps m_clockJumps;

    WatchStatus m_status;
    Troubles m_troubles;
    Traffic m_trafficBefore; // of the sessions that this one goes on with
    bool m_someMovedAway = false; // since the last pass was over
    bool m_wasConnected = false;
    bool m_firstInventoryDone = false;
    Instant m_lostAt{};
    Milliseconds m_widenEvery;
    Instant m_widenedAt{};
};

} // namespace lockstep

#pragma once

#include "core/watch/link/costmeter.h"
#include "core/watch/link/sharemeter.h"
#include "core/watch/link/troubles.h"
#include "core/watch/snapshot/snapshot.h"

#include <optional>
#include <utility>

namespace lockstep {

class ChangeFeed;
class Inventory;
class ItemReader;
class ItemStore;
class KeyTriage;
class PassSchedule;
class Prober;
class Rereader;
class ServerBudget;
class ServerHeartbeat;
class WaiterCount;
class WatchLinks;

// Makes the WatchStatus of a watch, from its parts and from what it is told about the connection,
// permissions and errors.
class StatusReport
{
public:
    struct Parts // all borrowed
    {
        const WatchLinks *links;
        const ItemStore *store;
        const ItemReader *reader;
        const Rereader *rereader;
        const Prober *prober;
        const Inventory *inventory;
        const KeyTriage *triage;
        const ChangeFeed *feed;
        const ServerHeartbeat *heartbeat;
        const PassSchedule *passes;
        const WaiterCount *waiters;
        const ServerBudget *budget;
    };
    // user, address, prefix: as in WatchStatus.
    StatusReport(const Parts &parts, const QByteArray &user, const QString &address,
        const QByteArray &prefix);
    // before: the report of the watch whose place this one takes.
    void continueFrom(const StatusReport &before);

    // Tells since when nothing is seen, or was not seen until the connection was opened again;
    // nothing: it is opened for the first time.
    [[nodiscard]] std::optional<Instant> lostAt() const;
    // The connections are open: what was wrong before is over. runId: of the server; primary: see
    // WatchStatus. True: it is another process, or another server, than before.
    bool noteOpened(const QString &runId, const QString &primary);
    void forgetMissing() { m_status.missing.clear(); } // permissions; they are told anew
    void noteClosed(); // by ourselves, to be opened again at once
    void noteLost(const Error &error, Milliseconds nextAttempt);
    void noteFailed(const Error &error, Milliseconds nextAttempt);
    void noteRetry(); // the user asked to connect now: trouble of the link is told again

    void setTrouble(Troubles::Source source, const std::optional<Error> &error);
    [[nodiscard]] bool hasTrouble(Troubles::Source source) const
    {
        return m_troubles.isSet(source);
    }
    // Returns false if it is known already.
    bool noteDenied(const MissingPermission &missing);
    // The first inventory is over, and what it found has been read.
    void noteFirstInventory() { m_firstInventoryDone = true; }
    [[nodiscard]] bool hasFirstInventory() const { return m_firstInventoryDone; }
    // All has been looked at since the connections are open. True: it was lost before.
    bool noteCaughtUp() { return std::exchange(m_isCatchingUp, false); }
    void noteFigures(); // the heartbeat has new ones of the server
    // How many commands a second the server executes for others; nothing: it does not tell.
    [[nodiscard]] std::optional<double> othersPerSecond(Instant now) const
    {
        return m_shareMeter.othersPerSecond(now);
    }

    // Updates status() from the parts. The rates of what watching costs are measured between two
    // calls.
    void update(Instant now);
    [[nodiscard]] const WatchStatus &status() const { return m_status; } // by the last update()
    // What was sent and received since the start, including the watches that this one continues.
    [[nodiscard]] Traffic traffic() const;

private:
    [[nodiscard]] LinkState linkBeforeAnAnswer() const;
    void updateServer();
    void updateCost(Instant now);
    void updateTimes(Instant now);
    // The latest moment at which what is known was true.
    [[nodiscard]] Instant lastSeen() const;
    [[nodiscard]] std::optional<Instant> unseenSince(Instant now) const;
    [[nodiscard]] std::optional<Milliseconds> staleness(Instant now) const;

    Parts m_parts;
    CostMeter m_cost;
    ShareMeter m_shareMeter;
    Troubles m_troubles;
    WatchStatus m_status;
    Traffic m_trafficBefore; // of the watches that this one goes on with
    bool m_wasConnected = false;
    bool m_firstInventoryDone = false;
    bool m_isCatchingUp = false;
    Instant m_lostAt{};
};

} // namespace lockstep

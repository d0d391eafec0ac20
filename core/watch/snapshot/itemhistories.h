#pragma once

#include "core/watch/items/expirylags.h"
#include "core/watch/items/holdstore.h"
#include "core/watch/items/journalwriter.h"
#include "core/watch/items/seriesstore.h"
#include "core/watch/snapshot/snapshot.h"

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace lockstep {

// Why nothing was seen for a time.
enum class UnseenCause : quint8 {
    ConnectionLost,
    Slept,
    ServerClockSet,
    Silence,
    PrimaryLost,
    DatabaseSwapped,
    DatasetReplaced,
    NotPermitted,
    NotificationsOff,
};

// What follows from successive readings of each object: the journal, the series of its values, and
// the holds of a lock. Nothing is concluded from a pair of readings between which something was not
// seen.
class ItemHistories
{
public:
    // What is known of the time between two readings of an object.
    struct Pair
    {
        bool isComparable = false; // it was watched all the time
        bool isSeenToCome = false; // if it is new in the second reading, it was not there before
    };
    // An object was read and exists. last: as it was before; nullptr: it did not exist, or was not
    // known. Fills in the histories and the renewals of item.
    void noteReading(const Item *last, Item &item, const Look &look, Pair pair);
    // An object is gone. gone: what is left of it; its readAt is when it was found to be gone.
    // Returns a lock that was held until then as a free one with its histories, which is shown for
    // a while; nothing for all else.
    NewItemPtr noteGone(const Item &last, const Item &gone, const Look &look, Pair pair);
    void remove(const QByteArray &key); // writes nothing into the journal
    // The objects whose histories were dropped for want of room since this was called last.
    [[nodiscard]] std::vector<QByteArray> takeForgotten();
    // Such an object, and of each history that was dropped only as much as what is said of it now
    // follows from.
    [[nodiscard]] NewItemPtr withoutPast(const Item &item) const;
    // Such an object that is gone, with only the histories that were not dropped.
    [[nodiscard]] NewItemPtr withoutHistories(const Item &item) const;
    void noteMovedAway(const Item &last); // another node of the Cluster serves the key now
    void noteReplaced(const Item &last); // the key holds something else now
    // The server was restarted; primary: see JournalEntry.
    void noteRestart(const QString &primary) { m_journalWriter.restarted(primary); }

    // Nothing was seen between lostAt and backAt. slept: how long this machine slept meanwhile.
    void beginUnseen(
        Instant lostAt, Instant backAt, UnseenCause cause, std::chrono::nanoseconds slept = {});
    // The last gap lasts until then, because not all that happened in it had been announced.
    void extendUnseen(Instant to);
    [[nodiscard]] bool hasHolds(const QByteArray &key) const { return bool(m_holds.find(key)); }
    // Whether somebody waited for that lock when its waiters were counted last, since the last gap.
    [[nodiscard]] bool isWaitedFor(const QByteArray &key) const;
    // That many clients were counted waiting for the lock.
    void noteWaiters(Item &item, int waiters, Instant at);

    [[nodiscard]] const ExpiryLags &expiryLags() const { return m_expiryLags; }
    [[nodiscard]] bool hasNews() const { return !m_journalWriter.isEmpty(); }
    void publish(Snapshot &snapshot); // the journal, its total, and what was unseen

private:
    void compareLocks(const Item *last, Item &item, const Look &look, Pair pair);
    void keepSeries(const Item *last, Item &item, Pair pair);
    // Since when nothing is known of an object that was read at readAt and, after a gap, only now.
    [[nodiscard]] Instant unseenSince(Instant readAt) const;

    SeriesStore m_series;
    HoldStore m_holds;
    JournalWriter m_journalWriter;
    ExpiryLags m_expiryLags;
    std::shared_ptr<const std::vector<UnseenSpan>> m_unseen =
        std::make_shared<const std::vector<UnseenSpan>>();
    UnseenCause m_lastCause = UnseenCause::ConnectionLost; // of the last of these
};

} // namespace lockstep

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
};

// What follows from successive readings of each object: the journal, the series of its values, and
// the holds of a lock. Nothing is concluded from a pair of readings between which something was not
// seen.
class ItemHistories
{
public:
    // What is known of the time between two readings that are compared.
    struct Pair
    {
        bool isComparable = false; // all of it was watched
        bool isSeenToCome = false; // an object that is new in the second did not exist in the first
        bool mayHaveMoved = false; // one that is gone may be on another node of the Cluster
    };
    // An object exists. last: its reading before this one; nullptr: it did not exist, or was not
    // known. Fills in the histories and the renewals of item.
    void noteReading(const Item *last, Item &item, Pair pair);
    // An object is gone. gone: its last state, with the time at which it was found to be gone.
    // Returns a lock that was held, with its histories, to be shown for a while; else nothing.
    NewItemPtr noteGone(const Item &last, const Item &gone, Pair pair);
    void remove(const QByteArray &key); // writes nothing into the journal
    // The objects that have lost a history for want of room since this was called last.
    [[nodiscard]] std::vector<QByteArray> takeForgotten();
    // Such an object with no more of its histories than what is said of it now rests on.
    [[nodiscard]] NewItemPtr withoutPast(const Item &item) const;
    // Such an object that is gone, without them.
    [[nodiscard]] NewItemPtr withoutHistories(const Item &item) const;
    void noteMovedAway(const Item &last); // another node of the Cluster serves the key now
    void noteReplaced(const Item &last); // the key holds something else now
    // The server was restarted; primary: see JournalEntry.
    void noteRestart(const QString &primary) { m_journalWriter.restarted(primary); }

    // Nothing was seen between lostAt and backAt.
    void beginUnseen(Instant lostAt, Instant backAt, UnseenCause cause);
    // The last gap reaches to there: not all that happened in it had been announced.
    void extendUnseen(Instant to);
    [[nodiscard]] bool hasHolds(const QByteArray &key) const { return bool(m_holds.find(key)); }
    // By the latest count since the last gap.
    [[nodiscard]] bool isWaitedFor(const QByteArray &key) const;
    // That many clients were counted waiting for the lock.
    void noteWaiters(Item &item, int waiters, Instant at);

    [[nodiscard]] const ExpiryLags &expiryLags() const { return m_expiryLags; }
    [[nodiscard]] bool hasNews() const { return !m_journalWriter.isEmpty(); }
    void publish(Snapshot &snapshot); // the journal, its total, and what was unseen

private:
    void compareLocks(const Item *last, Item &item, Pair pair);
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

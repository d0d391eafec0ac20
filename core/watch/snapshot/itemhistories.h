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

// What follows from successive readings of each object: the journal, the series of its values, and
// the holds of a lock. Nothing is concluded from a pair of readings between which something was not
// seen.
class ItemHistories
{
public:
    // The pair of readings that a conclusion is drawn from.
    struct Pair
    {
        bool isComparable = false; // nothing between them was unseen
        bool isSeenToCome = false; // what is there for the first time was not there before
    };
    // An object exists. last: as it was then; nullptr: it did not exist, or was not known. Fills in
    // the histories and the renewals of item.
    void noteReading(const Item *last, Item &item, Pair pair);
    // An object is gone. gone: what is left of it, when that was read. Returns a lock that was
    // held, with its histories, to be shown for a while; else nothing.
    std::shared_ptr<Item> noteGone(const Item &last, const Item &gone, Pair pair);
    void remove(const QByteArray &key); // without a word in the journal
    // The objects that have lost a history for want of room since this was called last; each is
    // told by withHistories() which ones are left.
    [[nodiscard]] std::vector<QByteArray> takeForgotten();
    [[nodiscard]] std::shared_ptr<Item> withHistories(const Item &item) const;
    void noteMovedAway(const Item &last); // to another node of the Cluster
    void noteRestart() { m_journalWriter.restarted(); } // of the server

    // What was from lostAt to backAt was not seen.
    void beginUnseen(Instant lostAt, Instant backAt, JournalEntry::Gap gap);
    // The server has not answered since then, though the connection is there; now it has.
    void noteSilence(Instant since) { m_silentSince = since; }
    void noteAnswer(Instant at)
    {
        if (m_silentSince)
            m_silence = {*std::exchange(m_silentSince, std::nullopt), at};
    }
    [[nodiscard]] bool hasHolds(const QByteArray &key) const { return bool(m_holds.find(key)); }
    // As was counted since the last gap.
    [[nodiscard]] bool isWaitedFor(const QByteArray &key) const;
    // So many wait for the lock.
    void noteWaiters(Item &item, int waiters, Instant at);

    [[nodiscard]] const ExpiryLags &expiryLags() const { return m_expiryLags; }
    [[nodiscard]] bool hasNews() const { return !m_journalWriter.isEmpty(); }
    void publish(Snapshot &snapshot); // the journal, its total, and what was unseen

private:
    void compareLocks(const Item *last, Item &item, Pair pair);
    void keepSeries(const Item *last, Item &item, Pair pair);
    [[nodiscard]] bool isAcrossSilence(const Item &last, const Item &item) const;
    // Of what was read then, and after a gap only now: since when nothing is known of it.
    [[nodiscard]] Instant unseenSince(Instant readAt) const;

    SeriesStore m_series;
    HoldStore m_holds;
    JournalWriter m_journalWriter;
    ExpiryLags m_expiryLags;
    std::shared_ptr<const std::vector<UnseenSpan>> m_unseen =
        std::make_shared<const std::vector<UnseenSpan>>();
    std::optional<JournalEntry::Gap> m_lastGap;
    std::optional<Instant> m_silentSince; // it lasts
    std::optional<UnseenSpan> m_silence; // the latest that has ended
};

} // namespace lockstep

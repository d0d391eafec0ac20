#pragma once

#include "core/watch/items/item.h"
#include "core/watch/items/lockchange.h"

#include <QByteArray>
#include <QHashFunctions>

#include <functional>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lockstep {

// The histories of all locks that have changed since they were met. Bounded: of one key the latest
// mostHolds are kept, and all that are not over, of which there are as many as permits at most; of
// all keys together mostOfAll, each history counted as one more; past that,
// the histories of the keys that changed least recently are forgotten. Whoever holds a history of a
// key that takeForgotten() tells has to let go of it, or nothing is gained. Every change makes a
// new history, so what was published stays as it is.
class HoldStore
{
public:
    static constexpr std::size_t mostHolds = 256;
    static constexpr std::size_t mostOfAll = 100'000;

    // last: the item before the changes, which gives the first hold where nothing is known yet.
    HoldHistoryPtr apply(const Item &last, const std::vector<LockChange> &changes, Instant at);
    // Begins a hold of a key that was gone or not known before. It gets no history if it had none
    // before.
    HoldHistoryPtr begin(const Item &item);
    // After a time in which nothing was seen. last: the item before it; item: after it, nullptr if
    // the key is gone; at: when that was read. The hold of a holder in both goes on. How the others
    // lost or got the lock is not known.
    HoldHistoryPtr compareUnseen(const Item &last, const Item *item, Instant at);
    // Ends the waits of those keys, because nothing is seen of them from then on. Only the next
    // count tells who still waits.
    void endWaits(Instant at, const std::function<bool(const QByteArray &key)> &isAmong);
    // Notes how many wait now. A lock that somebody waits for has a history from then on.
    HoldHistoryPtr noteWaiters(const Item &item, int waiters, Instant at);
    // Notes that the look may have missed some of what happened to the lock, item.
    HoldHistoryPtr noteMaybeMissed(const Item &item, const Look &look);
    [[nodiscard]] HoldHistoryPtr find(const QByteArray &key) const;
    // A history with only the present holds and the totals, for a lock that is still held when its
    // history is forgotten.
    static HoldHistoryPtr withoutPast(const HoldHistory &history);
    void remove(const QByteArray &key);
    [[nodiscard]] std::size_t size() const { return m_size; } // holds and histories
    // The keys whose histories were forgotten for want of room since this was called last.
    [[nodiscard]] std::vector<QByteArray> takeForgotten() { return std::exchange(m_forgotten, {}); }

private:
    struct Entry
    {
        HoldHistoryPtr history;
        Instant changedAt{};
    };

    // The history that is kept here, else what the item has left of one that was forgotten.
    [[nodiscard]] HoldHistoryPtr historyOf(const Item &last) const;
    std::unique_ptr<HoldHistory> copyOf(const Item &last);
    HoldHistoryPtr put(const QByteArray &key, std::unique_ptr<HoldHistory> history, Instant at);
    void forgetOldest();

    std::unordered_map<QByteArray, Entry> m_histories;
    std::vector<QByteArray> m_forgotten;
    std::size_t m_size = 0;
};

} // namespace lockstep

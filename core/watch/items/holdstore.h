#pragma once

#include "core/watch/items/item.h"
#include "core/watch/items/lockchange.h"

#include <QByteArray>
#include <QHashFunctions>

#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lockstep {

// The histories of all locks that have changed since they were met. Bounded: of one key the latest
// mostHolds are kept, of all keys together mostOfAll, each history counted as one more; past that,
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
    // A key that was gone, or not known, is held. Without a history none begins.
    HoldHistoryPtr begin(const Item &item);
    // What was held before something was not seen, and what is held after it; nothing: the key is
    // gone. A holder who has it still goes on; how the others lost or got it is not known.
    // at: when that was read.
    HoldHistoryPtr compareUnseen(const Item &last, const Item *item, Instant at);
    // Nothing is seen from then on: whether those who waited go on waiting is told by the next
    // count.
    void endWaits(Instant at);
    // How many wait now. Somebody who waits begins a history.
    HoldHistoryPtr noteWaiters(const Item &item, int waiters, Instant at);
    [[nodiscard]] HoldHistoryPtr find(const QByteArray &key) const;
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

    std::unique_ptr<HoldHistory> copyOf(const Item &last);
    HoldHistoryPtr put(const QByteArray &key, std::unique_ptr<HoldHistory> history, Instant at);
    void forgetOldest();

    std::unordered_map<QByteArray, Entry> m_histories;
    std::vector<QByteArray> m_forgotten;
    std::size_t m_size = 0;
};

} // namespace lockstep

#pragma once

#include "core/watch/store/itemstore.h"

#include <QByteArray>
#include <QHashFunctions>

#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lockstep {

// The names that are being probed, or wait for it, and those of which it is not decided yet whether
// they are: that depends on the answers to probes of similar names.
class PendingProbes
{
public:
    using Origin = ItemStore::Origin;
    struct Entry
    {
        Origin origin = Origin::Inventory; // how an object is known that the probe finds
        // When the feed announced the name; nothing: it did not.
        std::optional<Instant> announcedAt = {};
        // It was announced once more meanwhile: the probe may have seen the state before that.
        bool isAnnouncedAgain = false;
    };
    using Undecided = std::unordered_map<QByteArray, Origin>;

    // Notes that the name is to be probed. Returns false if it is already; then it is only noted
    // whether it was announced again.
    bool add(const QByteArray &key, Origin origin, std::optional<Instant> announcedAt = {});
    // The probe is over, or nobody wants it any more. Returns what was noted.
    Entry take(const QByteArray &key);
    [[nodiscard]] bool contains(const QByteArray &key) const { return m_entries.contains(key); }
    [[nodiscard]] std::vector<QByteArray> names() const;
    // What these names turn out to be may have been there before.
    void countAsOld();

    // Leaves it open whether the name is to be probed. Returns false if there is no room for it.
    bool defer(const QByteArray &key, Origin origin);
    Undecided takeUndecided() { return std::exchange(m_undecided, {}); }
    [[nodiscard]] bool isUndecided(const QByteArray &key) const
    {
        return m_undecided.contains(key);
    }
    [[nodiscard]] const Undecided &undecided() const { return m_undecided; }
    void countUndecidedAsOld(); // see countAsOld()

    void clear();
    void releaseMemory() { m_entries = {}; } // called while nothing is being probed

private:
    std::unordered_map<QByteArray, Entry> m_entries;
    Undecided m_undecided;
};

} // namespace lockstep

#pragma once

#include "core/watch/snapshot/snapshot.h"

#include <array>
#include <chrono>

namespace lockstep {

// What the plot keeps of the latest snapshot: the items, what was not seen, and how the moments of
// the steady clock, which measures, lie to the time of day, which is shown.
class PlottedSnapshot
{
public:
    using Time = std::chrono::system_clock::time_point;

    void set(const Snapshot &snapshot);

    // Locks that have just become free are among the items. nullptr: there is none.
    [[nodiscard]] ItemPtr find(Family family, const QByteArray &key) const;
    [[nodiscard]] Instant takenAt() const { return m_takenAt; }
    // Until when the server that has the key has been seen, where that is before the present
    // moment.
    [[nodiscard]] Instant seenUntil(const QByteArray &key, Instant present) const;
    // When it was not seen, up to the present moment.
    [[nodiscard]] std::vector<UnseenSpan> unseen(const QByteArray &key, Instant present) const;
    // Before the first snapshot any moment is now.
    [[nodiscard]] Time toUtc(Instant moment) const;

private:
    std::array<Snapshot::Items, 3> m_items = {
        Snapshot().counters, Snapshot().buckets, Snapshot().locks}; // in the order of Family
    Snapshot::Items m_freed = Snapshot().freed;
    std::shared_ptr<const std::vector<UnseenSpan>> m_unseen;
    std::optional<Instant> m_unseenSince; // and until now
    std::shared_ptr<const std::vector<NodeStatus>> m_nodes = Snapshot().nodes;
    Instant m_takenAt{};
    Time m_takenAtUtc{};
};

} // namespace lockstep

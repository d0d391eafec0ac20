#pragma once

#include "core/watch/snapshot/snapshot.h"

#include <array>
#include <chrono>
#include <vector>

namespace lockstep {

// One object as a recording has it, up to the moment that is shown.
struct PlottedHistory
{
    Family family = Family::Lock;
    ItemPtr item; // with what was recorded of it; see historyCurve()
    std::optional<Instant> goneAt; // it was not there any more from then on
    std::vector<UnseenSpan> unseen; // nothing is known of it there; oldest first
    std::vector<UnseenSpan> free; // nobody held the lock there; oldest first
};

// What the plot needs from the latest snapshot: the items, the times that were not seen, and how to
// convert the steady clock, by which things are measured, into the time of day, which is shown.
class PlottedSnapshot
{
public:
    using Time = std::chrono::system_clock::time_point;

    void set(const Snapshot &snapshot);
    // Shows these objects of a recording instead of those of a snapshot. `at` is the moment that is
    // shown, as a time of day.
    void setRecorded(std::vector<PlottedHistory> histories, Time at);
    [[nodiscard]] const PlottedHistory *recorded(Family family, const QByteArray &key) const;

    // Finds an item, also a lock that has just become free; returns nullptr if there is none.
    [[nodiscard]] ItemPtr find(Family family, const QByteArray &key) const;
    [[nodiscard]] Instant takenAt() const { return m_takenAt; }
    // The moment up to which the server of the key was seen, at most the present one.
    [[nodiscard]] Instant seenUntil(const QByteArray &key, Instant present) const;
    // The times at which the server of the key was not seen, up to the present moment.
    [[nodiscard]] std::vector<UnseenSpan> unseen(
        Family family, const QByteArray &key, Instant present) const;
    // The time of day at a moment. Before the first snapshot this is the present time for any
    // moment.
    [[nodiscard]] Time toUtc(Instant moment) const;

private:
    std::vector<PlottedHistory> m_recorded;
    std::array<Snapshot::Items, 3> m_items = {
        Snapshot().counters, Snapshot().buckets, Snapshot().locks}; // in the order of Family
    Snapshot::Items m_freed = Snapshot().freed;
    std::shared_ptr<const std::vector<UnseenSpan>> m_unseen;
    // The connection is lost since then; nothing if there is one.
    std::optional<Instant> m_unseenSince;
    std::shared_ptr<const std::vector<NodeStatus>> m_nodes = Snapshot().nodes;
    Instant m_takenAt{};
    Time m_takenAtUtc{};
};

} // namespace lockstep

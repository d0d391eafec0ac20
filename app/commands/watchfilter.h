#pragma once

#include "app/arguments/arguments.h"
#include "core/watch/snapshot/snapshot.h"
#include "ui/watch/journal/journalfilter.h"
#include "ui/watch/rows/itemfilter.h"

namespace lockstep {

// What --family and --filter let through, of a snapshot and of what happens.
class WatchFilter
{
public:
    explicit WatchFilter(const Arguments &arguments);

    // The snapshot with the items that pass alone. now: the moment that states are told for.
    [[nodiscard]] Snapshot chosen(const Snapshot &snapshot, Instant now) const;
    [[nodiscard]] bool matches(const Item &item, Instant now) const;
    // A gap, and what else concerns no key of its own, always passes; a key of which nobody knows
    // the family may be of any.
    [[nodiscard]] bool matches(const JournalEntry &entry) const;

private:
    std::optional<Family> m_family;
    ItemFilter m_items;
    JournalMatcher m_entries;
};

} // namespace lockstep

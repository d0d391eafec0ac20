#pragma once

#include "app/arguments/arguments.h"
#include "core/watch/snapshot/snapshot.h"
#include "ui/watch/journal/journalfilter.h"
#include "ui/watch/rows/itemfilter.h"

namespace lockstep {

// Selects the items, alerts and journal entries that --family and --filter ask for.
class WatchFilter
{
public:
    explicit WatchFilter(const Arguments &arguments);

    // The snapshot with only the items that match, and the alerts that are about one of these. now:
    // the time at which their states are judged.
    [[nodiscard]] Snapshot chosen(const Snapshot &snapshot, Instant now) const;
    [[nodiscard]] bool matches(const Item &item, Instant now) const;
    // Entries that are not about one key, such as a gap, always match. So does a key whose family
    // is unknown, because it may be of the wanted one.
    [[nodiscard]] bool matches(const JournalEntry &entry) const;

private:
    // One whose key was never seen may be of any family.
    [[nodiscard]] bool isOfFamily(const Alert &alert) const;

    std::optional<Family> m_family;
    ItemFilter m_items;
    JournalMatcher m_entries;
};

} // namespace lockstep

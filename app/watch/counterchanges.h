#pragma once

#include "core/watch/snapshot/snapshot.h"

#include <QHash>

namespace lockstep {

// Finds the counters whose values differ from those that were told last.
class CounterChanges
{
public:
    // A value that a journal entry tells is not told once more. Other entries are ignored.
    void noteTold(const JournalEntry &entry);
    // Those that have changed since the call before; the first time a counter is seen it has not.
    [[nodiscard]] std::vector<ItemPtr> take(const Snapshot::Items &counters);

private:
    // An integer that a double would round is there as well, because two neighbouring ones may be
    // the same double.
    using Value = std::pair<double, std::optional<qint64>>;

    Snapshot::Items m_compared; // the counters at the call before; nullptr: there was none
    QHash<QByteArray, Value> m_told; // by key
};

} // namespace lockstep

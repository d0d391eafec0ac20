#pragma once

#include "core/watch/snapshot/snapshot.h"

namespace lockstep {

// What a snapshot adds up to.
struct SummaryCounts
{
    int held = 0;
    int waiting = 0;
    int immortal = 0;
    int orphans = 0;
    int exhausted = 0;
    int took = 0; // to count, ms
    Instant now{}; // the snapshot's
    Snapshot::Items problems; // sorted by key
};

// Walks over all items; may be called on any thread.
SummaryCounts countItems(const Snapshot &snapshot);

} // namespace lockstep

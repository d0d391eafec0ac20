#pragma once

#include "core/watch/snapshot/snapshot.h"

namespace lockstep {

// What the items of a snapshot add up to.
struct SummaryCounts
{
    int held = 0;
    int possibleLocks = 0; // of those held: their name says lock, and nothing proves it
    int buckets = 0; // those that are certain
    int possibleBuckets = 0; // any number that expires may be one: they count in nothing else
    int waiting = 0;
    int immortal = 0;
    int orphans = 0;
    int exhausted = 0;
    int took = 0; // how long the counting took, ms
    Instant now{}; // the snapshot's
    Snapshot::Items problems; // sorted by key
};

// Walks over all items; may be called on any thread.
SummaryCounts countItems(const Snapshot &snapshot);

} // namespace lockstep

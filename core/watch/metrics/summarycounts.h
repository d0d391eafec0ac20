#pragma once

#include "core/watch/snapshot/snapshot.h"

namespace lockstep {

// Sums over the items of a snapshot: the figures of the Watch page, of `lockstep watch`, and of the
// metrics. An item that cannot be read counts in nothing: whether there still is such an object is
// not known.
struct SummaryCounts
{
    int held = 0;
    int possibleLocks = 0; // of those held: their name says lock, and nothing proves it
    int buckets = 0; // those that are certain
    int possibleBuckets = 0; // any number that expires may be one: they count in nothing else
    // How many wait for locks, as far as the locks tell; nothing: there are locks, and none tells.
    std::optional<int> waiting;
    // The longest of those that are certainly held. Semaphores do not count: their permits come and
    // go, and how long the oldest of them has been taken is not known. Nothing: there is none.
    std::optional<Milliseconds> oldestHold;
    int immortal = 0;
    int orphans = 0;
    int exhausted = 0;
    Instant now{}; // the snapshot's
};

// What a page or a table shows besides: which items deserve attention.
struct Summary
{
    SummaryCounts counts;
    Snapshot::Items problems; // sorted by key
    int took = 0; // how long making it took, ms
};

// Both go through all items, and may be called on any thread.
SummaryCounts countItems(const Snapshot &snapshot);
Summary summarize(const Snapshot &snapshot);

} // namespace lockstep

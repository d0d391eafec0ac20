#include "ui/watch/summary/summarycounts.h"

#include "core/watch/snapshot/problem.h"

#include <QElapsedTimer>

#include <algorithm>

namespace lockstep {

namespace {

// The items with problems, sorted by key, as a table needs them.
Snapshot::Items problemItems(const Snapshot &snapshot)
{
    std::vector<ItemPtr> items;
    for (const Problem &problem : problems(snapshot, seenUntil(snapshot)))
        items.push_back(problem.item);
    std::sort(items.begin(), items.end(),
        [](const ItemPtr &a, const ItemPtr &b) { return a->key < b->key; });
    return std::make_shared<const std::vector<ItemPtr>>(std::move(items));
}

} // namespace

SummaryCounts countItems(const Snapshot &snapshot)
{
    QElapsedTimer cost;
    cost.start();
    SummaryCounts counts;
    counts.now = seenUntil(snapshot);
    for (const ItemPtr &item : *snapshot.locks) {
        const LockState state = lockState(*item, counts.now);
        const bool isHeld = state != LockState::Free && state != LockState::Unknown;
        counts.held += isHeld;
        counts.possibleLocks += isHeld && item->confidence == Confidence::Possible;
        counts.immortal += state == LockState::Immortal;
        counts.orphans += state == LockState::OrphanSuspected;
        counts.waiting += item->reading.waiters.value_or(0);
    }
    for (const ItemPtr &item : *snapshot.buckets) {
        const bool isPossible = item->confidence == Confidence::Possible;
        (isPossible ? counts.possibleBuckets : counts.buckets) += 1;
        counts.exhausted += !isPossible && bucketState(*item) == BucketState::Exhausted;
    }
    counts.problems = problemItems(snapshot);
    counts.took = int(cost.elapsed());
    return counts;
}

} // namespace lockstep

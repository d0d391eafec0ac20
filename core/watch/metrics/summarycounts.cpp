#include "core/watch/metrics/summarycounts.h"

#include "core/watch/items/comparison.h"
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
    SummaryCounts counts;
    counts.now = seenUntil(snapshot);
    if (snapshot.locks->empty())
        counts.waiting = 0;
    for (const ItemPtr &item : *snapshot.locks) {
        const LockState state = lockState(*item, counts.now);
        const bool isHeld = state != LockState::Free && state != LockState::Unknown;
        counts.held += isHeld;
        counts.possibleLocks += isHeld && item->confidence == Confidence::Possible;
        counts.immortal += state == LockState::Immortal;
        counts.orphans += state == LockState::OrphanSuspected;
        if (item->reading.waiters)
            counts.waiting = counts.waiting.value_or(0) + *item->reading.waiters;
        const bool hasOneHolder = item->reading.holder && !isPermits(item->reading);
        if (isHeld && hasOneHolder && item->confidence == Confidence::Certain)
            counts.oldestHold =
                std::max(counts.oldestHold.value_or(Milliseconds(0)), heldFor(*item, counts.now));
    }
    for (const ItemPtr &item : *snapshot.buckets) {
        if (item->reading.isUnreadable)
            continue;
        const bool isPossible = item->confidence == Confidence::Possible;
        (isPossible ? counts.possibleBuckets : counts.buckets) += 1;
        counts.exhausted += !isPossible && bucketState(*item) == BucketState::Exhausted;
    }
    return counts;
}

Summary summarize(const Snapshot &snapshot)
{
    QElapsedTimer cost;
    cost.start();
    Summary summary{countItems(snapshot), problemItems(snapshot)};
    summary.took = int(cost.elapsed());
    return summary;
}

} // namespace lockstep

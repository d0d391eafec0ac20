// What deserves attention follows from one item and the present moment, so that the window, the
// command line and the JSON cannot disagree. The rules:
//
// What is only possibly a lock or a limit has no problem: who knows better says so by a rule.
//
// NotRenewed. A lock that runs into the last fifth of its lease is nothing by itself: many are
// timers that nobody ever releases. It is a sign where this holder has renewed it before, or where
// this key has been released or renewed before.
//
// HeldLong. Longer than ever seen before says little after two holds, and a millisecond longer says
// nothing. So at least five holds must have been seen to end, and this one must last for one and a
// half times the longest of them, and for a second.
//
// Stopped. A counter that moved regularly and does not any more: it must have changed ten times,
// and stand still for twenty times its usual pause, and for ten seconds.

#include "core/watch/snapshot/problem.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr qint64 endsToKnowTheUsual = 5;
constexpr auto shortestLongHold = std::chrono::seconds(1);
constexpr std::ptrdiff_t changesToBeRegular = 10;
constexpr int pausesOfAStop = 20;
constexpr auto shortestStop = std::chrono::seconds(10);
constexpr std::size_t mostWaitedFor = 10;

bool isNotRenewed(const Item &item)
{
    if (item.renewals > 0)
        return true;
    if (!item.holds)
        return false;
    const HoldTotals &totals = item.holds->totals;
    return totals.renewals > 0 || totals.released > 0;
}

bool isHeldLong(const Item &item, Instant now)
{
    if (!item.holds || !item.reading.holder || item.reading.permits || item.format->heldForever())
        return false;
    const HoldTotals &totals = item.holds->totals;
    if (totals.released + totals.expired + totals.handedOver < endsToKnowTheUsual)
        return false;
    const auto age = heldAtLeast(item, now);
    return age >= shortestLongHold && 2 * age > 3 * totals.longest;
}

ProblemKinds problemsOfLock(const Item &item, Instant now)
{
    ProblemKinds kinds;
    switch (lockState(item, now)) {
    case LockState::Immortal:
        kinds |= ProblemKind::Immortal;
        break;
    case LockState::OrphanSuspected:
        kinds |= ProblemKind::Orphan;
        break;
    case LockState::Expiring:
        if (isNotRenewed(item))
            kinds |= ProblemKind::NotRenewed;
        break;
    case LockState::Held:
    case LockState::Free:
    case LockState::Unknown:
        break;
    }
    if (isHeldLong(item, now))
        kinds |= ProblemKind::HeldLong;
    if (item.reading.waiters.value_or(0) > 0)
        kinds |= ProblemKind::WaitedFor;
    return kinds;
}

ProblemKinds problemsOfBucket(const Item &item)
{
    switch (bucketState(item)) {
    case BucketState::Immortal:
        return ProblemKind::Immortal;
    case BucketState::Exhausted:
        // A limit without a TTL, which its library gives it, stays used up.
        return item.reading.ttl.isPersistent() && !item.format->persistentIsNormal()
            ? ProblemKind::Immortal | ProblemKind::Exhausted
            : ProblemKinds(ProblemKind::Exhausted);
    case BucketState::Open:
    case BucketState::Unknown:
        break;
    }
    return {};
}

// The kinds as a number that is smaller the worse they are.
int rank(ProblemKinds kinds)
{
    const auto first = worst(kinds);
    return first ? int(*first) : INT_MAX;
}

bool isWorse(const Problem &a, const Problem &b)
{
    const auto key = [](const Problem &problem) {
        return std::tuple(rank(problem.kinds), -problem.item->reading.waiters.value_or(0),
            problem.item->heldSince.value_or(problem.item->firstSeen));
    };
    return key(a) < key(b);
}

} // namespace

std::optional<Instant> stoppedSince(const Item &item, Instant now)
{
    if (!item.series || item.format->family() != Family::Counter)
        return {};
    const Series &series = *item.series;
    const auto absence = std::find_if(series.rbegin(), series.rend(),
        [](const SeriesPoint &point) { return std::isnan(point.value); });
    const auto begin = absence.base();
    if (series.end() - begin <= changesToBeRegular)
        return {};
    std::vector<Instant::duration> pauses;
    for (auto it = std::next(begin); it != series.end(); ++it)
        pauses.push_back(it->at - std::prev(it)->at);
    const auto middle = pauses.begin() + static_cast<std::ptrdiff_t>(pauses.size() / 2);
    std::nth_element(pauses.begin(), middle, pauses.end());
    const auto since = series.back().at;
    const bool isStill =
        now - since >= std::max<Instant::duration>(pausesOfAStop * *middle, shortestStop);
    return isStill ? std::optional(since) : std::nullopt;
}

ProblemKinds problemsOf(const Item &item, Instant now)
{
    if (!item.format || item.reading.isUnreadable)
        return {};
    const Family family = item.format->family();
    // Whether it is a lock or a limit at all is a guess; that a number moved regularly is none.
    if (item.confidence == Confidence::Possible && family != Family::Counter)
        return {};
    switch (family) {
    case Family::Lock:
        return problemsOfLock(item, now);
    case Family::Bucket:
        return problemsOfBucket(item);
    case Family::Counter:
        return stoppedSince(item, now) ? ProblemKind::Stopped : ProblemKinds();
    }
    return {};
}

std::optional<ProblemKind> worst(ProblemKinds kinds)
{
    const int bits = kinds.toInt();
    if (bits == 0)
        return {};
    return ProblemKind(bits & -bits); // the lowest bit is the worst kind
}

std::vector<Problem> problems(const Snapshot &snapshot, Instant now)
{
    std::vector<Problem> all;
    for (const auto &items : {snapshot.locks, snapshot.buckets, snapshot.counters}) {
        for (const ItemPtr &item : *items) {
            if (const auto kinds = problemsOf(*item, now))
                all.push_back({item, kinds});
        }
    }
    std::stable_sort(all.begin(), all.end(), isWorse);
    const auto onlyWaitedFor = std::find_if(all.begin(), all.end(),
        [](const Problem &problem) { return problem.kinds == ProblemKind::WaitedFor; });
    if (std::size_t(all.end() - onlyWaitedFor) > mostWaitedFor)
        all.erase(onlyWaitedFor + mostWaitedFor, all.end());
    return all;
}

} // namespace lockstep

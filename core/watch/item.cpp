#include "core/watch/item.h"

#include <cmath>

// The states follow from one reading and the present moment, so that the window, the command line
// and the exports cannot disagree.
//
// An orphan is a lock that somebody keeps renewing although nobody works under it any more. Redis
// cannot tell; the age can make it likely. Renewal is due every third of a lease in the common
// watchdogs, so 20 renewals are about 7 leases of work; to spare long but honest work the suspicion
// waits for 30 leases, which is a quarter of an hour for the usual 30 s. Locks of leaders and
// schedulers are exempt: they are meant to be held.

namespace lockstep {

namespace {

constexpr int renewalsOfAnOrphan = 20;
constexpr int leasesOfAnOrphan = 30;
constexpr auto rateSpan = std::chrono::seconds(5);

// The wall clock at an instant of the monotonic one.
std::chrono::system_clock::time_point wallAt(Instant instant)
{
    return std::chrono::system_clock::now()
        + std::chrono::duration_cast<std::chrono::system_clock::duration>(
            instant - std::chrono::steady_clock::now());
}

bool suspectedOrphan(const Item &item, Instant now)
{
    if (item.format->heldForever() || item.longestLease <= 0 || item.renewals < renewalsOfAnOrphan)
        return false;
    return heldFor(item, now, wallAt(now)) >= leasesOfAnOrphan * Milliseconds(item.longestLease);
}

} // namespace

LockState lockState(const Item &item, Instant now)
{
    if (!item.reading.holder)
        return LockState::Free;
    if (item.reading.ttl.isPersistent())
        return item.format->persistentIsNormal() ? LockState::Held : LockState::Immortal;
    if (suspectedOrphan(item, now))
        return LockState::OrphanSuspected;
    const auto left = item.reading.ttl.remaining(now);
    if (left && 5 * *left < Milliseconds(item.longestLease))
        return LockState::Expiring;
    return LockState::Held;
}

BucketState bucketState(const Item &item)
{
    const auto &reading = item.reading;
    if (reading.limit && !reading.limitIsInferred && reading.value
        && *reading.value >= *reading.limit)
        return BucketState::Exhausted;
    // A guess never alarms: a number without TTL may well be no rate limit at all.
    if (reading.ttl.isPersistent() && !item.format->persistentIsNormal()
        && item.confidence == Confidence::Certain)
        return BucketState::Immortal;
    return BucketState::Open;
}

double changePerSecond(const Item &item, Instant now)
{
    if (!item.series || item.series->empty() || !item.reading.value)
        return 0;
    const auto from = now - rateSpan;
    // The value that held at the beginning of the span: that of the last point before it.
    const auto after = std::upper_bound(item.series->begin(), item.series->end(), from,
        [](Instant instant, const SeriesPoint &point) { return instant < point.at; });
    const auto &then = after == item.series->begin() ? *after : *std::prev(after);
    if (std::isnan(then.value))
        return 0;
    const auto span = std::max<std::chrono::duration<double>>(
        now - std::max(then.at, from), std::chrono::seconds(1));
    return (*item.reading.value - then.value) / span.count();
}

std::chrono::milliseconds heldFor(
    const Item &item, Instant now, std::chrono::system_clock::time_point wallNow)
{
    const auto seen = std::chrono::duration_cast<Milliseconds>(now - item.firstSeen);
    if (!item.reading.holder || !item.reading.holder->since)
        return seen;
    return std::max(
        seen, std::chrono::duration_cast<Milliseconds>(wallNow - *item.reading.holder->since));
}

} // namespace lockstep

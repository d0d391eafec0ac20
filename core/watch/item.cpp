#include "core/watch/item.h"

// What an item's readings amount to, decided once for the window, the command line and the
// pictures.
//
// Expiring: under a fifth of the longest lease seen. Watchdogs renew at a third or half of the
// lease (Redisson, BullMQ, redlock libraries), so a healthy renewed lock never gets there; one that
// does is about to be lost or let go. Orphan suspected: somebody renews for ever and nobody lets
// go. Twenty renewals alone are a long job; thirty leases of age alone may be one long lease that
// was taken again and again. Both together are suspicious unless the library means its lock to be
// held for ever (leader election, schedulers). A format that is only "possible" never alarms: a
// wrong guess must not cry wolf.

namespace lockstep {

namespace {

constexpr int expiringPart = 5;
constexpr int orphanRenewals = 20;
constexpr int orphanLeases = 30;

bool mayAlarm(const Item &item)
{
    return item.confidence == Confidence::Certain;
}

bool isImmortal(const Item &item)
{
    const bool normal = item.format && item.format->persistentIsNormal();
    return item.reading.ttl.isPersistent() && !normal && mayAlarm(item);
}

bool isOrphanSuspected(const Item &item, Instant now)
{
    if (item.renewals < orphanRenewals || item.longestLease <= 0 || !mayAlarm(item))
        return false;
    if (item.format && item.format->heldForever())
        return false;
    return now - item.firstSeen >= Milliseconds(item.longestLease) * orphanLeases;
}

} // namespace

LockState lockState(const Item &item, Instant now)
{
    if (item.reading.ttl.isMissing() || !item.reading.holder)
        return LockState::Free;
    if (isImmortal(item))
        return LockState::Immortal;
    if (isOrphanSuspected(item, now))
        return LockState::OrphanSuspected;
    const auto left = item.reading.ttl.remaining(now);
    if (left && item.longestLease > 0 && left->count() * expiringPart < item.longestLease)
        return LockState::Expiring;
    return LockState::Held;
}

BucketState bucketState(const Item &item)
{
    const Reading &reading = item.reading;
    // A limit that is only the largest value seen is reached by definition: it says nothing.
    if (reading.limit && !reading.limitIsInferred && reading.value
        && *reading.value >= *reading.limit)
        return isImmortal(item) ? BucketState::Immortal : BucketState::Exhausted;
    return isImmortal(item) ? BucketState::Immortal : BucketState::Open;
}

std::chrono::milliseconds heldFor(
    const Item &item, Instant now, std::chrono::system_clock::time_point wallNow)
{
    auto held = std::chrono::duration_cast<Milliseconds>(now - item.firstSeen);
    if (item.reading.holder && item.reading.holder->since) {
        const auto told = wallNow - *item.reading.holder->since;
        held = std::max(held, std::chrono::duration_cast<Milliseconds>(told));
    }
    return std::max(held, Milliseconds(0));
}

} // namespace lockstep

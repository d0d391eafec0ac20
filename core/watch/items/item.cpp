// The states follow from one reading and the present moment, so that the window, the command line
// and the exports cannot disagree.
//
// An orphan is a lock that somebody keeps renewing although nobody works under it any more. Redis
// cannot tell; the age can make it likely. Renewal is due every third of a lease in the common
// watchdogs, so 20 renewals are about 7 leases of work; to spare long but honest work the suspicion
// waits for 30 leases, which is a quarter of an hour for the usual 30 s. Locks of leaders and
// schedulers are never suspected: they are meant to be held.

#include "core/watch/items/item.h"

#include "core/watch/values/number.h"

#include <cmath>

namespace lockstep {

namespace {

constexpr int renewalsOfAnOrphan = 20;
constexpr int leasesOfAnOrphan = 30;
constexpr auto rateSpan = std::chrono::seconds(5);

bool suspectedOrphan(const Item &item, Instant now)
{
    if (item.format->heldForever() || item.longestLease <= 0 || item.renewals < renewalsOfAnOrphan)
        return false;
    return heldAtLeast(item, now) >= leasesOfAnOrphan * Milliseconds(item.longestLease);
}

} // namespace

LockState lockState(const Item &item, Instant now)
{
    if (item.reading.isUnreadable)
        return LockState::Unknown;
    if (!item.reading.holder)
        return LockState::Free;
    // A guess never alarms: a string without TTL may well be no lock at all.
    const bool isCertain = item.confidence == Confidence::Certain;
    if (item.reading.ttl.isPersistent())
        return isCertain && !item.format->persistentIsNormal() ? LockState::Immortal
                                                               : LockState::Held;
    if (isCertain && suspectedOrphan(item, now))
        return LockState::OrphanSuspected;
    const auto left = item.reading.ttl.remaining(now);
    if (left && 5 * *left < Milliseconds(item.longestLease))
        return LockState::Expiring;
    return LockState::Held;
}

std::optional<bool> hasLease(const Item &lock)
{
    if (!lock.reading.holder || lock.reading.ttl.kind() == Ttl::Kind::Unknown)
        return std::nullopt;
    return !lock.reading.ttl.isPersistent();
}

std::optional<Instant> lockEndsAt(const Item &lock)
{
    const Reading &reading = lock.reading;
    if (!reading.holder && !reading.isUnreadable) // it may have ended permits, and a TTL
        return std::nullopt;
    if (reading.ttl.isPersistent() && reading.resetsAt)
        return *reading.resetsAt;
    return reading.ttl.deadline();
}

std::optional<Milliseconds> timeLeft(const Item &lock, Instant now)
{
    const auto end = lockEndsAt(lock);
    if (!end)
        return std::nullopt;
    return std::max(std::chrono::duration_cast<Milliseconds>(*end - now), Milliseconds(0));
}

BucketState bucketState(const Item &item)
{
    const auto &reading = item.reading;
    const bool isCertain = item.confidence == Confidence::Certain; // a guess never alarms
    if (isCertain && reading.limit && !reading.limitIsInferred && reading.value
        && *reading.value >= *reading.limit)
        return BucketState::Exhausted;
    if (isCertain && reading.ttl.isPersistent() && !item.format->persistentIsNormal())
        return BucketState::Immortal;
    const bool isKnown = reading.value && reading.limit && !reading.limitIsInferred;
    return isKnown ? BucketState::Open : BucketState::Unknown;
}

std::optional<Instant> nextTurn(const Item &item)
{
    const Reading &reading = item.reading;
    std::optional<Instant> next = reading.ttl.deadline();
    const auto consider = [&](const CompactOptional<Instant> &turn) {
        if (turn && *turn > item.readAt)
            next = next ? std::min(*next, *turn) : *turn;
    };
    if (item.format->family() != Family::Counter)
        consider(reading.resetsAt);
    if (reading.permits) {
        for (const Permit &permit : *reading.permits)
            consider(permit.ends);
    }
    return next;
}

double changePerSecond(const Item &item, Instant now)
{
    if (!item.series || item.series->empty() || !item.reading.value)
        return 0;
    const auto from = now - rateSpan;
    // The value that held at the beginning of the span: that of the last point before it. What was
    // before an absence is not compared with what came after: an object may come with any value.
    // One that came within the span had no changes before, so the mean is over the span all the
    // same, or the first change of a young object would count several times.
    const auto begin = item.series->begin();
    auto then = item.series->end();
    while (then != begin && !std::isnan(std::prev(then)->value)
        && (then == item.series->end() || then->at > from))
        --then;
    if (then == item.series->end())
        return 0;
    return (*item.reading.value - then->value) / std::chrono::duration<double>(rateSpan).count();
}

std::optional<qint64> largeInteger(const Reading &reading)
{
    constexpr double inexactFrom = 9007199254740992.0; // 2^53, which is 2^53 + 1 as well
    if (!reading.value || std::abs(*reading.value) < inexactFrom)
        return {};
    const auto integer = integerFrom(reading.raw());
    // The raw text may be another figure than the value, such as what is left of a limit.
    return integer && double(*integer) == *reading.value ? integer : std::nullopt;
}

bool isFollowed(const Item &item, Instant now)
{
    const Instant since =
        item.heldSinceIsUnsure ? item.heldSince.value_or(item.firstSeen) : item.firstSeen;
    return item.beginIsSeen || now - since >= rateSpan;
}

// In the series a gap looks as an absence does; but of an object that was seen to be gone and to
// come back, what is first seen is what came.
bool isRateKnown(const Item &item, Instant now)
{
    if (!isFollowed(item, now))
        return false;
    if (!item.series)
        return true;
    Instant next = now;
    for (auto point = item.series->rbegin(); point != item.series->rend(); ++point) {
        if (std::isnan(point->value))
            return next <= item.firstSeen;
        if (point->at <= now - rateSpan)
            return true;
        next = point->at;
    }
    return true;
}

Milliseconds heldFor(const Item &item, Instant now)
{
    const Instant since = std::min(item.firstSeen, item.heldSince.value_or(item.firstSeen));
    return std::max(std::chrono::duration_cast<Milliseconds>(now - since), Milliseconds(0));
}

Milliseconds heldAtLeast(const Item &item, Instant now)
{
    return std::max(
        std::chrono::duration_cast<Milliseconds>(now - item.firstSeen), Milliseconds(0));
}

AgeBound ageBound(const Item &item)
{
    if (item.heldSinceIsUnsure)
        return AgeBound::Unsure;
    if (item.beginIsSeen)
        return AgeBound::Exact;
    if (!item.heldSince)
        return AgeBound::AtLeast;
    return item.heldSinceIsRequest ? AgeBound::AtMost : AgeBound::ByToken;
}

} // namespace lockstep

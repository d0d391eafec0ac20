#include "core/watch/alerts/conditiontruth.h"

namespace lockstep {

using Kind = AlertCondition::Kind;
using Truth = ConditionTruth::Truth;

namespace {

// What a moving mean over some seconds is looked at again after: it changes by itself, but slowly.
constexpr auto rateAgain = std::chrono::seconds(1);
// What a limit that falls by itself is read again after while too much of it is used.
constexpr auto usedAgain = std::chrono::seconds(1);

ConditionTruth truthIf(bool isTrue, std::optional<double> value = {})
{
    ConditionTruth truth;
    truth.truth = isTrue ? Truth::True : Truth::False;
    truth.value = value;
    return truth;
}

// Of something that has lasted since then: an age that only grows.
ConditionTruth truthOfAge(
    const AlertCondition &condition, Instant since, AgeBound sinceIs, Instant at)
{
    const auto age = std::chrono::duration_cast<Milliseconds>(at - since);
    ConditionTruth truth = truthIf(condition.holdsFor(double(age.count())), double(age.count()));
    // The first moment at which the age in whole milliseconds is large enough.
    const bool isMore = condition.comparison == AlertCondition::Comparison::More;
    const Instant reached = since + condition.duration + Milliseconds(isMore ? 1 : 0);
    if (truth.truth == Truth::True) {
        truth.since = reached;
        truth.sinceIs = sinceIs;
    } else {
        truth.changesAt = reached;
    }
    return truth;
}

ConditionTruth truthOfHeld(const AlertCondition &condition, const Item &item, Instant at)
{
    // Of a semaphore each permit has an age of its own, and none is that of the lock.
    if (!item.reading.holder || item.reading.permits)
        return truthIf(false);
    const AgeBound bound = ageBound(item);
    const bool isTold = bound == AgeBound::ByToken || bound == AgeBound::Unsure;
    return truthOfAge(condition, isTold ? Instant(*item.heldSince) : item.firstSeen,
        bound == AgeBound::AtMost ? AgeBound::AtLeast : bound, at);
}

ConditionTruth truthOfWaiting(const AlertCondition &condition, const Item &item, Instant at)
{
    if (item.holds && item.holds->totals.waitingSince)
        return truthOfAge(condition, *item.holds->totals.waitingSince, AgeBound::AtLeast, at);
    return item.reading.waiters ? truthIf(false) : ConditionTruth();
}

ConditionTruth truthOfImmortal(const Item &item, Instant at)
{
    const Reading &reading = item.reading;
    if (reading.ttl.kind() == Ttl::Kind::Unknown)
        return {};
    if (item.format->family() == Family::Lock)
        return truthIf(lockState(item, at) == LockState::Immortal);
    // One that is used up is shown as exhausted, and is immortal as well.
    return truthIf(bucketState(item) == BucketState::Immortal
        || (bucketState(item) == BucketState::Exhausted && reading.ttl.isPersistent()
            && !item.format->persistentIsNormal()));
}

// What a limit that falls by itself meets may be over without any news.
ConditionTruth untilItFalls(ConditionTruth truth, const Item &item, Instant at)
{
    if (truth.truth != Truth::True || !item.format->fallsByItself())
        return truth;
    truth.changesAt = std::max(item.readAt + usedAgain, at);
    truth.needsReading = at >= item.readAt + usedAgain;
    return truth;
}

ConditionTruth truthOfUsed(const AlertCondition &condition, const Item &item, Instant at)
{
    const Reading &reading = item.reading;
    if (reading.isOver)
        return truthIf(false, 0);
    if (!reading.value || !reading.limit || reading.limitIsInferred || *reading.limit <= 0)
        return {};
    const double percent = 100 * *reading.value / *reading.limit;
    return untilItFalls(truthIf(condition.holdsFor(percent), percent), item, at);
}

ConditionTruth truthOfExhausted(const Item &item, Instant at)
{
    if (item.reading.isOver)
        return truthIf(false);
    switch (bucketState(item)) {
    case BucketState::Exhausted:
        return untilItFalls(truthIf(true), item, at);
    case BucketState::Open:
    case BucketState::Immortal:
        return truthIf(false);
    case BucketState::Unknown:
        break;
    }
    return {};
}

ConditionTruth truthOfRate(const AlertCondition &condition, const Item &item, Instant at)
{
    if (!item.reading.value || !isRateKnown(item, at)) {
        ConditionTruth unknown;
        if (item.reading.value)
            unknown.changesAt = at + rateAgain;
        return unknown;
    }
    const double rate = changePerSecond(item, at);
    ConditionTruth truth = truthIf(condition.holdsFor(rate), rate);
    if (rate != 0)
        truth.changesAt = at + rateAgain;
    return truth;
}

ConditionTruth truthOfNumber(const AlertCondition &condition, const std::optional<double> &number)
{
    return number ? truthIf(condition.holdsFor(*number), *number) : ConditionTruth();
}

ConditionTruth truthOfRenewals(const AlertCondition &condition, const Item &item)
{
    if (!item.reading.holder)
        return truthIf(false);
    ConditionTruth truth = truthOfNumber(condition, item.renewals);
    truth.sinceIs = ageBound(item) == AgeBound::Unsure ? AgeBound::Unsure : AgeBound::Exact;
    return truth;
}

} // namespace

bool isOfCountedListeners(const AlertCondition &condition, const Item &item)
{
    return condition.isOfWaiters() && item.format->family() == Family::Lock
        && !item.reading.waitersAreQueued && !item.format->waitersChannel(item.key).isEmpty();
}

ConditionTruth truthOf(const AlertCondition &condition, const Item &item, Instant at)
{
    const Family family = item.format->family();
    if (condition.kind == Kind::Gone)
        return truthIf(false); // it is there
    if (!condition.fits(family)
        || (item.confidence == Confidence::Possible && family != Family::Counter))
        return truthIf(false);
    if (item.reading.isUnreadable)
        return {};
    switch (condition.kind) {
    case Kind::Held:
        return truthOfHeld(condition, item, at);
    case Kind::Renewals:
        return truthOfRenewals(condition, item);
    case Kind::Immortal:
        return truthOfImmortal(item, at);
    case Kind::Waiters: {
        const auto &waiters = item.reading.waiters;
        return truthOfNumber(condition, waiters ? std::optional<double>(*waiters) : std::nullopt);
    }
    case Kind::Waiting:
        return truthOfWaiting(condition, item, at);
    case Kind::Used:
        return truthOfUsed(condition, item, at);
    case Kind::Exhausted:
        return truthOfExhausted(item, at);
    case Kind::Value:
        return truthOfNumber(condition, item.reading.value);
    case Kind::Rate:
        return truthOfRate(condition, item, at);
    case Kind::Gone:
        break;
    }
    return {};
}

} // namespace lockstep

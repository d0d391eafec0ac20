// PTTL is taken at some moment between sending it and receiving the reply, and both moments are
// known. So each reading tells of a range in which the deadline lies, and only ranges that have no
// moment in common are two deadlines: a reply that was late, on a link that jitters or on a busy
// machine, only makes its range longer.

#include "core/watch/items/comparison.h"

#include "core/watch/values/number.h"

#include <algorithm>

namespace lockstep {

namespace {

// A clock that is being corrected runs up to 500 parts in a million too fast or too slow (NTP), and
// both may be.
constexpr qint64 driftPart = 1'000;

} // namespace

bool isPermits(const Reading &reading)
{
    return reading.limit.has_value() || reading.permits;
}

namespace {

// Whether the token is the present time, and was replaced by a later one: the holder has said that
// it still lives. It may be somebody else by now, but nothing tells so.
bool isHeartbeat(const Reading &a, const Reading &b)
{
    if (!a.tokenIsTime || !b.tokenIsTime)
        return false;
    const auto before = decimalFrom(a.holder->token);
    const auto after = decimalFrom(b.holder->token);
    return before && after && *after > *before;
}

} // namespace

bool sameHolder(const Reading &a, const Reading &b)
{
    if (a.holder.has_value() != b.holder.has_value())
        return false;
    return !a.holder || isPermits(a) || isPermits(b) || a.holder->token == b.holder->token
        || isHeartbeat(a, b);
}

std::optional<DeadlineRange> deadlineRange(const Reading &reading, Instant::duration ago)
{
    const auto latest = reading.ttl.deadline();
    if (!latest)
        return {};
    const auto drift = ago / driftPart;
    return DeadlineRange{*latest - reading.deadlineError.value() - drift, *latest + drift};
}

bool movedUp(const Reading &before, const Reading &after, Instant::duration between)
{
    const auto from = deadlineRange(before, between);
    const auto to = deadlineRange(after, {});
    return from && to && to->earliest > from->latest;
}

bool hasOtherDeadline(const Reading &before, const Reading &after, Instant::duration between)
{
    const auto from = deadlineRange(before, between);
    const auto to = deadlineRange(after, {});
    if (from && to)
        return to->earliest > from->latest || from->earliest > to->latest;
    return (from && after.ttl.isPersistent()) || (before.ttl.isPersistent() && to);
}

bool isSame(const Reading &before, const Reading &after, Instant::duration between)
{
    const bool isKind = before.ttl.kind() == after.ttl.kind();
    return isKind && !hasOtherDeadline(before, after, between) && before.value == after.value
        && before.limit == after.limit && before.holder == after.holder
        && before.permits == after.permits && before.raw() == after.raw();
}

void sharpenDeadline(Reading &reading, const Reading &before, Instant::duration between)
{
    const auto known = deadlineRange(before, between);
    const auto told = deadlineRange(reading, {});
    if (!known || !told || told->earliest > known->latest || known->earliest > told->latest)
        return;
    const auto latest = std::min(known->latest, told->latest);
    const auto earliest = std::max(known->earliest, told->earliest);
    reading.ttl = Ttl::until(latest);
    reading.deadlineError =
        CoarseTime::atLeast(std::chrono::ceil<std::chrono::microseconds>(latest - earliest));
}

} // namespace lockstep

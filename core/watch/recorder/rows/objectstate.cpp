#include "core/watch/recorder/rows/objectstate.h"

#include <algorithm>
#include <cstdlib>

namespace lockstep {

namespace {

using Kind = JournalEntry::Kind;
using Knowledge = ObjectState::Knowledge;

constexpr WallMilliseconds sameTime = 100;

bool isSameTime(WallMilliseconds a, WallMilliseconds b)
{
    return std::abs(a - b) < sameTime;
}

bool isSameTime(std::optional<WallMilliseconds> a, std::optional<WallMilliseconds> b)
{
    return a.has_value() == b.has_value() && (!a || isSameTime(*a, *b));
}

QByteArray tokenOf(const std::optional<Holder> &holder)
{
    return holder ? holder->token : QByteArray();
}

bool isSamePermits(const ObjectState &a, const ObjectState &b)
{
    return std::equal(a.permits.begin(), a.permits.end(), b.permits.begin(), b.permits.end(),
        [](const auto &one, const auto &other) {
            return one.holder.token == other.holder.token && isSameTime(one.ends, other.ends);
        });
}

// Returns the lease in ms. A lease of more than 24 days, the most that an int can hold, is cut to
// that.
int leaseOf(Milliseconds ttl)
{
    return int(std::clamp<qint64>(ttl.count(), 0, INT_MAX));
}

void setDeadline(ObjectState &state, const JournalEntry &entry, WallMilliseconds at)
{
    // A line without a TTL: the lock has none, or the TTL may not be read. A reading says which.
    state.ttl = entry.ttlAfter            ? Ttl::Kind::Remaining
        : state.ttl == Ttl::Kind::Unknown ? Ttl::Kind::Unknown
                                          : Ttl::Kind::Persistent;
    if (!entry.ttlAfter)
        return;
    state.deadline = at + entry.ttlAfter->count();
    state.longestLease = std::max(state.longestLease, leaseOf(*entry.ttlAfter));
}

void beginHold(ObjectState &state, const JournalEntry &entry, WallMilliseconds at)
{
    state.since = at;
    state.beginIsSeen = entry.kind != Kind::Appeared;
    state.isBeginLate = false;
    state.heldSince.reset();
    state.heldSinceIsUnsure = false;
    state.renewals = 0;
    state.longestLease = 0;
    state.value = 1;
    setDeadline(state, entry, at);
}

void applyToPermits(ObjectState &state, const JournalEntry &entry, WallMilliseconds at)
{
    if (!entry.holder)
        return;
    const auto found = std::find_if(state.permits.begin(), state.permits.end(),
        [&](const auto &permit) { return permit.holder.token == entry.holder->token; });
    const bool isOver = effectOf(entry.kind) == LineEffect::HoldEnds;
    double unnamed = state.unnamedPermits();
    if (isOver && found != state.permits.end())
        state.permits.erase(found);
    const auto ends = entry.ttlAfter ? std::optional<WallMilliseconds>(at + entry.ttlAfter->count())
                                     : std::nullopt;
    if (!isOver && found != state.permits.end())
        found->ends = ends;
    else if (!isOver) {
        state.permits.push_back({*entry.holder, ends});
        if (entry.kind == Kind::Appeared && unnamed > 0)
            --unnamed; // it was one of these
    }
    std::stable_sort(state.permits.begin(), state.permits.end(),
        [](const auto &a, const auto &b) { return a.ends < b.ends; }); // as they are read
    state.value = double(state.permits.size()) + unnamed;
    state.holder =
        state.permits.empty() ? std::nullopt : std::optional(state.permits.back().holder);
}

void applyToLock(ObjectState &state, const JournalEntry &entry, WallMilliseconds at)
{
    switch (effectOf(entry.kind)) {
    case LineEffect::HoldBegins:
        beginHold(state, entry, at);
        state.holder = entry.holder;
        break;
    case LineEffect::DeadlineChanges:
        if (entry.kind == Kind::Renewed)
            ++state.renewals;
        setDeadline(state, entry, at);
        state.holder = entry.holder;
        break;
    case LineEffect::None:
    case LineEffect::LimitIsReached:
    case LineEffect::Leaves:
        break;
    case LineEffect::HoldEnds:
        state.holder.reset();
        state.value.reset();
        state.ttl = Ttl::Kind::Missing;
        state.since = at;
        break;
    }
}

} // namespace

LineEffect effectOf(JournalEntry::Kind kind)
{
    switch (kind) {
    case Kind::Appeared:
    case Kind::Acquired:
    case Kind::HandedOver:
        return LineEffect::HoldBegins;
    case Kind::Renewed:
    case Kind::DeadlineChanged:
        return LineEffect::DeadlineChanges;
    case Kind::Released:
    case Kind::Expired:
    case Kind::Gone:
        return LineEffect::HoldEnds;
    case Kind::Exhausted:
        return LineEffect::LimitIsReached;
    case Kind::MovedAway:
        return LineEffect::Leaves;
    case Kind::Restarted:
    case Kind::ReleasedByHand:
    case Kind::Unseen:
    case Kind::Firing:
    case Kind::Resolved:
    case Kind::MaybeMissed:
        break;
    }
    return LineEffect::None;
}

ObjectState ObjectState::of(const Item &item, const SnapshotClock &clock)
{
    const Reading &reading = item.reading;
    ObjectState state;
    state.knowledge = !reading.isUnreadable ? Knowledge::Known
        : item.isHidden                     ? Knowledge::Hidden
                                            : Knowledge::Unreadable;
    state.ttl = reading.ttl.kind();
    if (const auto deadline = reading.ttl.deadline())
        state.deadline = clock.wall(*deadline);
    state.value = reading.value;
    state.largeInteger = lockstep::largeInteger(reading);
    state.limit = reading.limit;
    state.remaining = reading.remaining;
    state.window = reading.window;
    if (reading.resetsAt)
        state.resetsAt = clock.wall(*reading.resetsAt);
    state.holder = reading.holder;
    state.hasPermits = reading.permits.has_value();
    if (reading.permits) {
        for (const Permit &permit : *reading.permits)
            state.permits.push_back({permit.holder,
                permit.ends ? std::optional(clock.wall(*permit.ends)) : std::nullopt});
    }
    state.waiters = reading.waiters;
    state.since = clock.wall(item.firstSeen);
    state.beginIsSeen = item.beginIsSeen && !item.heldSinceIsUnsure;
    if (item.heldSince)
        state.heldSince = clock.wall(*item.heldSince);
    state.heldSinceIsRequest = item.heldSinceIsRequest;
    state.heldSinceIsUnsure = item.heldSinceIsUnsure;
    state.renewals = item.renewals;
    state.longestLease = item.longestLease;
    state.valueIsEstimate = reading.valueIsEstimate;
    state.limitIsInferred = reading.limitIsInferred;
    state.isOver = reading.isOver;
    return state;
}

void ObjectState::takeLateBegin(const ObjectState &known)
{
    const bool isSameHold = holder && known.holder && tokenOf(holder) == tokenOf(known.holder)
        && isSameTime(since, known.since);
    if (known.isBeginLate && isSameHold) {
        beginIsSeen = false;
        isBeginLate = true;
    }
}

void ObjectState::apply(const JournalEntry &entry, WallMilliseconds at, bool isLate)
{
    const LineEffect effect = effectOf(entry.kind);
    if (effect == LineEffect::None)
        return;
    if (effect == LineEffect::Leaves) {
        *this = {};
        knowledge = Knowledge::Absent;
        return;
    }
    knowledge = Knowledge::Known;
    if (entry.family == Family::Lock) {
        if (hasPermits)
            return applyToPermits(*this, entry, at);
        applyToLock(*this, entry, at);
        const bool isBegin = entry.kind == Kind::Acquired || entry.kind == Kind::HandedOver;
        if (isLate && isBegin) {
            beginIsSeen = false;
            isBeginLate = true;
        }
        return;
    }
    if (entry.kind == Kind::Gone)
        knowledge = Knowledge::Absent;
    value = entry.value;
    largeInteger = entry.largeInteger;
    if (entry.limit)
        limit = entry.limit;
    if (entry.ttlAfter) {
        ttl = Ttl::Kind::Remaining;
        deadline = at + entry.ttlAfter->count();
    }
}

void ObjectState::takeTimes(const ObjectState &other, WallMilliseconds latestBegin)
{
    if (knowledge != Knowledge::Known || other.knowledge != Knowledge::Known)
        return;
    deadline = other.deadline;
    resetsAt = other.resetsAt;
    if (permits.size() == other.permits.size())
        permits = other.permits;
    if (since > latestBegin)
        since = other.since;
    if (heldSince && *heldSince > latestBegin)
        heldSince = other.heldSince;
}

void ObjectState::forget(Family family)
{
    knowledge = isObject(family) ? Knowledge::Unseen : Knowledge::Absent;
}

// Only permits with an end are counted by the server; else the value counts re-entries as well.
double ObjectState::unnamedPermits() const
{
    if (permits.empty() || !permits.front().ends)
        return 0;
    return std::max(0.0, value.value_or(0) - double(permits.size()));
}

bool ObjectState::isObject(Family family) const
{
    if (knowledge == Knowledge::Absent)
        return false;
    return knowledge != Knowledge::Known || family != Family::Lock || holder || hasPermits;
}

bool ObjectState::tells(const ObjectState &other) const
{
    if (knowledge != other.knowledge)
        return false;
    if (knowledge != Knowledge::Known)
        return true;
    const bool isDeadlineSame =
        ttl == other.ttl && (ttl != Ttl::Kind::Remaining || isSameTime(deadline, other.deadline));
    const bool isHolderSame =
        holder.has_value() == other.holder.has_value() && tokenOf(holder) == tokenOf(other.holder);
    const bool isHoldSame = !holder
        || (isSameTime(since, other.since) && beginIsSeen == other.beginIsSeen
            && isSameTime(heldSince, other.heldSince)
            && heldSinceIsUnsure == other.heldSinceIsUnsure && renewals == other.renewals
            && std::abs(longestLease - other.longestLease) < sameTime);
    return isDeadlineSame && isHolderSame && isHoldSame && value == other.value
        && largeInteger == other.largeInteger && limit == other.limit
        && remaining == other.remaining && window == other.window
        && isSameTime(resetsAt, other.resetsAt) && hasPermits == other.hasPermits
        && isSamePermits(*this, other) && waiters == other.waiters
        && valueIsEstimate == other.valueIsEstimate && limitIsInferred == other.limitIsInferred
        && isOver == other.isOver;
}

Item ObjectState::toItem(WallMilliseconds at) const
{
    Item item;
    Reading &reading = item.reading;
    item.readAt = item.firstSeen = replayedInstant(at);
    reading.ttl = Ttl::unknown();
    if (knowledge != Knowledge::Known) {
        reading.isUnreadable = true;
        item.isHidden = knowledge != Knowledge::Unreadable;
        reading.limit = limit; // it is drawn as what it was
        return item;
    }
    if (ttl == Ttl::Kind::Remaining)
        reading.ttl = Ttl::until(replayedInstant(deadline));
    else if (ttl == Ttl::Kind::Persistent)
        reading.ttl = Ttl::persistent();
    else if (ttl == Ttl::Kind::Missing)
        reading.ttl = Ttl::missing();
    reading.value = value;
    reading.limit = limit;
    reading.remaining = remaining;
    reading.window = window;
    if (resetsAt)
        reading.resetsAt = replayedInstant(*resetsAt);
    if (holder) {
        reading.holder = *holder;
        item.firstSeen = replayedInstant(since);
        item.beginIsSeen = beginIsSeen;
        if (heldSince)
            item.heldSince = replayedInstant(*heldSince);
        item.heldSinceIsRequest = heldSinceIsRequest;
        item.heldSinceIsUnsure = heldSinceIsUnsure;
        item.renewals = renewals;
        item.longestLease = longestLease;
    }
    if (hasPermits) {
        Permits held;
        for (const HeldPermit &permit : permits)
            held.push_back({permit.holder, 0,
                permit.ends ? CompactOptional<Instant>(replayedInstant(*permit.ends))
                            : CompactOptional<Instant>()});
        reading.permits = held;
    }
    reading.waiters = waiters;
    reading.valueIsEstimate = valueIsEstimate;
    reading.limitIsInferred = limitIsInferred;
    reading.isOver = isOver;
    if (largeInteger)
        reading.setRaw(QByteArray::number(*largeInteger));
    return item;
}

} // namespace lockstep

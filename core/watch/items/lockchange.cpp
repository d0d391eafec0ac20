// Everything here follows from pairs of readings, so the words of the journal are conclusions, and
// these are the rules. Between two readings of a lock
//     present, gone     it was there until its deadline: expired. It was gone before, or has none:
//                       released. Without PTTL, or by a late look: gone, for it is not known.
//     gone, present     acquired.
//     holder a, b       a had it until its deadline: a's expired, and b acquired. By a late look: a
//                       is gone, and b appeared. Else handed over; that it was free for an instant
//                       in between cannot be seen.
//     deadline moved up renewed, when by more than the error of two PTTL readings. It was heard of
//                       when the earlier one had passed: expired, and acquired by the same holder.
//                       It may have passed: renewed, but perhaps acquired anew.
//     moved down, gone  or there is one again: the deadline changed (PEXPIRE, PERSIST, SET).
// A semaphore has several holders at a time: what is said is said of one permit, by its token and
// its own deadline, and nothing is ever handed over. One that is stored still when its time is over
// has expired. Where it is not, and its deadline came between the announcement and the look, it is
// gone, for it may have been given back just before. Of very many, only those that end last are
// read. One that is not among these any more may have been pushed out by another one, or got less
// time, and one that comes among them may have been taken long ago.

#include "core/watch/items/lockchange.h"

#include "core/watch/items/comparison.h"

#include <algorithm>

namespace lockstep {

namespace {

using ChangeKind = LockChange::Kind;

const Permit *permitOf(const Permits &permits, const QByteArray &token)
{
    const auto it = std::find_if(permits.begin(), permits.end(),
        [&](const Permit &permit) { return permit.holder.token == token; });
    return it == permits.end() ? nullptr : &*it;
}

// Whether somebody has the permit that he had, and has not even renewed it.
bool haveOneInCommon(const Permits &was, const Permits &is)
{
    return std::any_of(was.begin(), was.end(),
        [&](const Permit &permit) { return std::find(is.begin(), is.end(), permit) != is.end(); });
}

// Whether the token says when the lock was taken, so that whoever takes it anew has another one.
bool isMadeWhenTaken(const Reading &reading)
{
    return reading.tokenIsTime || (reading.holder->since && !reading.holder->sinceIsRequest);
}

// Who holds the lock or the semaphore: several, one, or nobody.
Permits permitsOf(const Reading &reading)
{
    if (reading.permits)
        return *reading.permits;
    return reading.holder ? Permits{{*reading.holder, 0, {}}} : Permits();
}

CompactOptional<Milliseconds> left(const Permit &permit, Instant at)
{
    if (!permit.ends)
        return {};
    return std::max(std::chrono::duration_cast<Milliseconds>(*permit.ends - at), Milliseconds(0));
}

// How somebody lost what was to end then. earliestEnd: nothing: it had no end.
ChangeKind lossAt(std::optional<Instant> earliestEnd, const Look &look)
{
    if (earliestEnd && look.sameUntil >= *earliestEnd)
        return ChangeKind::Expired;
    return look.isLate ? ChangeKind::Gone : ChangeKind::Released;
}

// ended: Permits::ended of the later reading.
LockChange permitLost(const Permit &permit, const std::vector<QByteArray> &ended, const Look &look)
{
    const auto end = permit.ends ? std::optional(*permit.ends - permitEndError) : std::nullopt;
    ChangeKind kind = lossAt(end, look);
    if (std::find(ended.begin(), ended.end(), permit.holder.token) != ended.end())
        kind = ChangeKind::Expired;
    else if (kind == ChangeKind::Released && end && *end <= look.readAt)
        kind = ChangeKind::Gone;
    return {kind, permit.holder, {}, {}, {}};
}

LockChange lost(const Reading &last, Instant lastAt, const Look &look)
{
    if (last.ttl.kind() == Ttl::Kind::Unknown)
        return {ChangeKind::Gone, last.holder, {}, {}, {}};
    const auto range = deadlineRange(last, look.readAt - lastAt);
    const auto end = range ? std::optional(range->earliest) : std::nullopt;
    return {lossAt(end, look), last.holder, {}, {}, {}};
}

std::vector<LockChange> permitChanges(const Permits &was, const Permits &is, const Look &look)
{
    const Instant at = look.readAt;
    std::vector<LockChange> changes;
    for (const Permit &permit : was) {
        if (permitOf(is, permit.holder.token))
            continue;
        changes.push_back(is.areMoreInUse()
                ? LockChange{ChangeKind::Unread, permit.holder, {}, {}, {}}
                : permitLost(permit, is.ended, look));
    }
    for (const Permit &permit : is) {
        const Permit *before = permitOf(was, permit.holder.token);
        if (!before)
            changes.push_back({look.isLate || was.areMoreInUse() // perhaps it was renewed
                    ? ChangeKind::Appeared
                    : ChangeKind::Acquired,
                permit.holder, {}, {}, left(permit, at)});
        else if (permit.score != before->score)
            changes.push_back(
                {permit.score > before->score ? ChangeKind::Renewed : ChangeKind::DeadlineChanged,
                    permit.holder, {}, left(*before, at), left(permit, at)});
    }
    return changes;
}

// The changes of a semaphore that only counts, where nothing tells who took or gave back.
std::vector<LockChange> countChanges(const Reading &was, const Reading &is, Instant at)
{
    if (is.value > was.value)
        return {{ChangeKind::Acquired, is.holder, {}, {}, CompactOptional(is.ttl.remaining(at))}};
    if (is.value < was.value)
        return {{ChangeKind::Released, was.holder, {}, {}, {}}};
    return {};
}

} // namespace

std::vector<LockChange> lockChanges(
    const Reading &was, const Reading &is, Instant wasAt, const Look &look)
{
    const Instant at = look.readAt;
    if (was.permits || is.permits)
        return permitChanges(permitsOf(was), permitsOf(is), look);
    if (isPermits(is))
        return countChanges(was, is, at);
    const CompactOptional<Milliseconds> after(is.ttl.remaining(at));
    const bool ttlIsUnknown = is.ttl.kind() == Ttl::Kind::Unknown;
    if (was.holder && !is.holder) // its value says that its time is over
        return {{ChangeKind::Expired, was.holder, {}, {}, {}}};
    if (!was.holder && is.holder)
        return {{ChangeKind::Acquired, is.holder, {}, {}, after, ttlIsUnknown}};
    if (!sameHolder(was, is)) {
        const LockChange loss = lost(was, wasAt, look);
        if (loss.kind == ChangeKind::Expired || look.isLate)
            return {loss,
                {look.isLate ? ChangeKind::Appeared : ChangeKind::Acquired, is.holder, {}, {},
                    after, ttlIsUnknown}};
        return {{ChangeKind::HandedOver, is.holder, was.holder, {}, after, ttlIsUnknown}};
    }
    if (wasTakenAnew(was, is, wasAt, look))
        return {{ChangeKind::Expired, was.holder, {}, {}, {}},
            {look.isLate ? ChangeKind::Appeared : ChangeKind::Acquired, is.holder, {}, {}, after}};
    if (!is.holder || !hasOtherDeadline(was, is, at - wasAt))
        return {};
    const bool isRenewal = movedUp(was, is, at - wasAt);
    return {{isRenewal ? ChangeKind::Renewed : ChangeKind::DeadlineChanged, is.holder, {},
        CompactOptional(was.ttl.remaining(at)), after, false,
        mayBeTakenAnew(was, is, wasAt, look, true)}};
}

// What was announced happened before we heard of it, by less than a round trip; the error of the
// reading's deadline is one.
bool wasTakenAnew(const Reading &was, const Reading &is, Instant wasAt, const Look &look)
{
    if (!was.holder || !is.holder || was.permits || is.permits || isPermits(is)
        || !sameHolder(was, is))
        return false;
    const auto range = deadlineRange(was, look.readAt - wasAt);
    return range && look.sameUntil >= range->latest + is.deadlineError.value()
        && movedUp(was, is, look.readAt - wasAt);
}

// After a gap, a lease that ends when the one before was to end is the same one: whoever takes a
// lock anew has it for some time from then on.
bool mayBeTakenAnew(
    const Reading &was, const Reading &is, Instant wasAt, const Look &look, bool isWatched)
{
    if (!was.holder || !is.holder || !sameHolder(was, is))
        return false;
    const bool isSemaphore = isPermits(was) || isPermits(is);
    if (!isSemaphore && was.holder->token != is.holder->token)
        return true; // times, of one process or of several
    const auto between = look.readAt - wasAt;
    const auto range = deadlineRange(was, between);
    const bool isOther = hasOtherDeadline(was, is, between);
    if (isWatched)
        return !isSemaphore && isOther && range && range->earliest <= look.readAt;
    if (was.permits && is.permits)
        return !haveOneInCommon(*was.permits, *is.permits);
    return (isSemaphore || !isMadeWhenTaken(was)) && (isOther || !range || !is.ttl.deadline());
}

bool hasOnlyOtherHolders(const Reading &was, const Reading &is)
{
    return was.permits && is.permits && !was.permits->empty() && !is.permits->areMoreInUse()
        && std::none_of(was.permits->begin(), was.permits->end(),
            [&is](const Permit &permit) { return permitOf(*is.permits, permit.holder.token); });
}

std::vector<LockChange> lockGone(const Reading &last, Instant lastAt, const Look &look)
{
    std::vector<LockChange> changes;
    if (last.permits) {
        for (const Permit &permit : *last.permits)
            changes.push_back(permitLost(permit, {}, look));
    } else if (last.holder) {
        changes.push_back(lost(last, lastAt, look));
    }
    return changes;
}

bool hasExpired(const Reading &last, Instant lastAt, const Look &look)
{
    return lost(last, lastAt, look).kind == ChangeKind::Expired;
}

} // namespace lockstep

#pragma once

#include "core/watch/items/look.h"
#include "core/watch/values/reading.h"

#include <vector>

namespace lockstep {

// One thing that happened to a lock, or to one permit of a semaphore, between two readings.
struct LockChange
{
    // Gone: released or expired; which of them is not known without PTTL, or by a late look.
    // Unread: the permit may be in use still, but there are so many that it is not read any more.
    // Appeared: acquired, but found by a late look, or not read before, so that may be long ago.
    // DeadlineChanged: the same holder has less time than before, no limit any more, or one again.
    enum class Kind : quint8 {
        Acquired,
        Appeared,
        Renewed,
        DeadlineChanged,
        Released,
        Expired,
        Gone,
        Unread,
        HandedOver
    };

    Kind kind = Kind::Acquired;
    CowOptional<Holder> holder; // the present one; of Released, Expired, Gone, Unread: the last
    CowOptional<Holder> previous; // HandedOver
    CompactOptional<Milliseconds>
        ttlBefore; // Renewed, DeadlineChanged: absent where there was none
    // Acquired, Appeared, Renewed, DeadlineChanged, HandedOver: absent where there is none, or it
    // is not known.
    CompactOptional<Milliseconds> ttlAfter;
    bool ttlIsUnknown = false;
    bool mayBeTakenAnew = false; // Renewed, DeadlineChanged: or it was released, and acquired again
};

// How exactly the end of a permit is known. It follows from the server's clock, which is known
// about as well as this, and not from a TTL.
constexpr auto permitEndError = Milliseconds(30);

// What follows from two successive readings of a lock that exists in both, in the order in which
// the journal tells it. wasAt: when the first was made.
std::vector<LockChange> lockChanges(
    const Reading &was, const Reading &is, Instant wasAt, const Look &look);
// Whether the same holder took the lock anew: it was what it had been until its deadline had
// passed, and has a later one now. Not where that may have been a renewal of which we heard late.
bool wasTakenAnew(const Reading &was, const Reading &is, Instant wasAt, const Look &look);
// Whether its holder, the same in both, may have lost it and taken it anew in between, or it may be
// another one whose token is the present time as well. What is released and taken again between two
// looks, long before its lease ends, cannot be told from a renewal and is taken for one. isWatched:
// all that happened in between was announced.
bool mayBeTakenAnew(
    const Reading &was, const Reading &is, Instant wasAt, const Look &look, bool isWatched);
// Whether a semaphore that names its holders has none of those that it had. Unless it was watched
// all the time, nothing tells that it was in use in between.
bool hasOnlyOtherHolders(const Reading &was, const Reading &is);
// The lock is gone, so each of its holders has lost it. lastAt: when `last` was read.
std::vector<LockChange> lockGone(const Reading &last, Instant lastAt, const Look &look);
// Whether the lock, which is gone, went at its deadline.
bool hasExpired(const Reading &last, Instant lastAt, const Look &look);

} // namespace lockstep

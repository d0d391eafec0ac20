#pragma once

#include "core/watch/values/reading.h"

namespace lockstep {

// Two successive readings of one object, side by side.

// When the deadline can be at the earliest and at the latest, as told by a reading some time ago:
// clocks drift apart meanwhile.
struct DeadlineRange
{
    Instant earliest;
    Instant latest;
};
// Nothing where there is no deadline.
std::optional<DeadlineRange> deadlineRange(const Reading &reading, Instant::duration ago);

// A semaphore: several hold it at a time.
bool isPermits(const Reading &reading);
// Both are free, or both held with one token. Of permits it is not asked who holds them.
bool sameHolder(const Reading &a, const Reading &b);
// The later reading has a later deadline for certain. between: from one reading to the other.
bool movedUp(const Reading &before, const Reading &after, Instant::duration between);
// One of them has no deadline, or they are two deadlines for certain. False where one is not known.
bool hasOtherDeadline(const Reading &before, const Reading &after, Instant::duration between);
// Nothing but the time has changed, as far as the readings can tell.
bool isSame(const Reading &before, const Reading &after, Instant::duration between);
// When both tell of one deadline, both know something of it.
void sharpenDeadline(Reading &reading, const Reading &before, Instant::duration between);

} // namespace lockstep

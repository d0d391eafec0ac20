#pragma once

#include "core/watch/values/reading.h"

namespace lockstep {

// What two successive readings of one object tell when they are compared.

// When a deadline can be at the earliest and at the latest, as a reading some time ago tells it:
// the longer ago, the farther apart, because clocks drift.
struct DeadlineRange
{
    Instant earliest;
    Instant latest;
};
// ago: how long ago the reading was made. Nothing if it has no deadline.
std::optional<DeadlineRange> deadlineRange(const Reading &reading, Instant::duration ago);

// Whether it is a semaphore, which several hold at a time.
bool isPermits(const Reading &reading);
// Whether both are free, or both held with one token. Who holds permits of a semaphore is ignored.
bool sameHolder(const Reading &a, const Reading &b);
// Whether the later reading has certainly a later deadline. between: the time between the readings.
bool movedUp(const Reading &before, const Reading &after, Instant::duration between);
// Whether one has no deadline, or certainly another one. False where one of them is not known.
bool hasOtherDeadline(const Reading &before, const Reading &after, Instant::duration between);
// Whether nothing but the time has changed, as far as the readings can tell.
bool isSame(const Reading &before, const Reading &after, Instant::duration between);
// Where both may tell of one deadline, narrows that of `reading` by what `before` knows of it.
void sharpenDeadline(Reading &reading, const Reading &before, Instant::duration between);

} // namespace lockstep

#pragma once

#include "core/watch/reading.h"

namespace lockstep {

// Two successive readings of one object, side by side.

// PTTL is rounded to 1 ms and taken half a round trip ago; a busy machine adds some. Deadlines
// closer together than this are the same.
constexpr auto deadlineError = Milliseconds(30);

// A semaphore: several hold it at a time.
bool isPermits(const Reading &reading);
// Both are free, or both held with one token. Of permits it is not asked who holds them.
bool sameHolder(const Reading &a, const Reading &b);
// The later reading has a later deadline.
bool movedUp(const Ttl &before, const Ttl &after);
// Nothing but the time has changed.
bool isSame(const Reading &a, const Reading &b);

} // namespace lockstep

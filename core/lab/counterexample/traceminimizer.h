#pragma once

#include "core/lab/counterexample/traceplayer.h"

namespace lockstep {

// The same violation with nothing left that is not needed for it: no step can be left out, and no
// run of steps of one thread be put to another one of the same thread, without losing it or making
// it larger (see PlayedTrace::measure); as far as some thousands of plays go. Not the smallest
// there is: that is what the explorer finds. Errors: those of TracePlayer::play().
Result<PlayedTrace> minimized(TracePlayer &player, PlayedTrace play);

} // namespace lockstep

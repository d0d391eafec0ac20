#pragma once

#include "core/lab/counterexample/traceplayer.h"

namespace lockstep {

// Minimizes a trace that violates a check, as delta debugging does: in the result no step can be
// left out, and no run of steps of one thread be joined with another run of it, without losing the
// violation or making the trace larger (see PlayedTrace::measure). It gives up after some thousands
// of plays. The result is not the smallest trace there is; that one only the explorer finds.
// Errors: those of TracePlayer::play().
Result<PlayedTrace> minimized(TracePlayer &player, PlayedTrace play);

} // namespace lockstep

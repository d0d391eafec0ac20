#pragma once

#include "core/lab/retrace/rehearsal.h"

namespace lockstep {

// The same violation with nothing left that is not needed for it: no step can be left out, and no
// run of steps of one thread be put to another one of the same thread, without losing it or making
// it larger (see Play::measure); as far as some thousands of plays go. Not the smallest there is:
// that is what the explorer finds. Errors: those of Rehearsal::play().
Result<Play> reduced(Rehearsal &rehearsal, Play play);

} // namespace lockstep

#pragma once

#include "core/lab/step/steppedrun.h"

namespace lockstep {

class Stepper;

// A snapshot of the stepper as it is now. undone: how many steps can be redone. before: an earlier
// snapshot of the same run or of a run that it was forked from, may be null; what both share is
// taken from it.
SteppedRunPtr steppedRun(
    const Stepper &stepper, int undone = 0, const SteppedRun *before = nullptr);

} // namespace lockstep

#pragma once

#include "app/arguments/arguments.h"

namespace lockstep {

// Grades submissions to an exercise, one after the other, and prints what became of each. Returns
// the exit status: 0 all are solved, 3 some are not, 1 one could not be graded, 2 wrong usage.
int runCheck(const Arguments &arguments);

} // namespace lockstep

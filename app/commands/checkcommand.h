#pragma once

#include "app/arguments/arguments.h"

namespace lockstep {

// `lab check`: grades submissions to an exercise, one after the other, and prints the result of
// each. Returns the exit status: 0 if all are solved, 3 if some are not, 1 if one could not be
// graded, 2 for wrong usage.
int runCheck(const Arguments &arguments);

} // namespace lockstep

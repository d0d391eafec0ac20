#pragma once

#include "app/arguments/arguments.h"

namespace lockstep {

// `lab explore`: executes every interleaving of a scenario within its bounds and prints what was
// found. Returns the exit status, 3 if a check is violated.
int runExplore(const Arguments &arguments);

} // namespace lockstep

#pragma once

#include "app/arguments.h"

namespace lockstep {

// `lab replay`: takes the steps of a trace and prints each, with what it did. Returns the exit
// status: 3 where a check is violated, 1 where a step does not fit.
int runReplay(const Arguments &arguments);

} // namespace lockstep

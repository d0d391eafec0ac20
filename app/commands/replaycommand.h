#pragma once

#include "app/arguments/arguments.h"
#include "core/lab/step/steppedrun.h"

namespace lockstep {

// Why the trace could not be replayed, in the language of the program. run: as far as it went.
QString replayFailure(const SteppedRun &run, const Trace &trace, const Error &error);

// `lab replay`: takes the steps of a trace and prints each, with what it did. Returns the exit
// status: 3 where a check is violated, 1 where a step does not fit.
int runReplay(const Arguments &arguments);

} // namespace lockstep

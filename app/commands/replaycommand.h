#pragma once

#include "app/arguments/arguments.h"
#include "core/lab/step/steppedrun.h"

namespace lockstep {

// Says why the trace could not be replayed, in the language of the program. run: the steps that
// could be taken.
QString replayFailure(const SteppedRun &run, const Trace &trace, const Error &error);

// `lab replay`: takes the steps of a trace and prints what each one did. Returns the exit status, 3
// if a check is violated, 1 if a step is not possible.
int runReplay(const Arguments &arguments);

} // namespace lockstep

#pragma once

#include "app/arguments/labarguments.h"
#include "core/lab/history/verdict.h"

namespace lockstep {

// The exit status of a run, an exploration or a replay that came to that verdict: status, unless
// --expect says what was to come of it. Then 0: it did; 3: the opposite did; 1: neither is known.
// What did not come as expected is said on standard error. outcome: NotChecked where there is no
// check.
int expectedStatus(const LabArguments &lab, CheckOutcome outcome, int status);

} // namespace lockstep

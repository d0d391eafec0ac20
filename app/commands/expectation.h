#pragma once

#include "app/arguments/labarguments.h"
#include "core/lab/history/verdict.h"

namespace lockstep {

// The exit status of a run, an exploration or a replay with this outcome. Without --expect it is
// `status`. With it, it is 0 if the outcome is the expected one, 3 if it is the opposite, and 1 if
// neither is known; anything but 0 is also said on standard error. outcome: NotChecked if the
// scenario has no checks.
int expectedStatus(const LabArguments &lab, CheckOutcome outcome, int status);

} // namespace lockstep

#pragma once

#include "core/lab/history/verdict.h"

#include <vector>

namespace lockstep {

class Stepper;

// Returns the results of all checks of the scenario in a stepped run, in the scenario's order.
// history: what steppedHistory() returns for the same run.
std::vector<CheckResult> steppedResults(const Stepper &stepper, const History &history);

} // namespace lockstep

#pragma once

#include "core/lab/history/verdict.h"

#include <vector>

namespace lockstep {

class Stepper;

// The results of all checks of the scenario in a stepped run, in the scenario's order. history:
// that of the run (steppedHistory()).
std::vector<CheckResult> steppedResults(const Stepper &stepper, const History &history);

} // namespace lockstep

#pragma once

#include "core/lab/history/verdict.h"

#include <vector>

namespace lockstep {

class Stepper;

// What a stepped run has shown of each check of its scenario, in their order. history: of the run.
std::vector<CheckResult> steppedResults(const Stepper &stepper, const History &history);

} // namespace lockstep

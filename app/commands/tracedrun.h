#pragma once

#include "core/lab/counterexample/violationtrace.h"

namespace lockstep {

// One entry for each check of the run, nothing if the check holds.
// The entry has the steps that show the violation, or says why they could not be found.
using Traces = std::vector<std::optional<Result<TracedViolation>>>;

// Finds the steps for each violated check of a run. Blocks. shouldContinue: as for
// traceViolation().
Traces tracesOf(const Run &run, const std::function<bool()> &shouldContinue);

} // namespace lockstep

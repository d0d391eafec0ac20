#pragma once

#include "core/lab/counterexample/violationtrace.h"

namespace lockstep {

// One entry for each check of the run, nothing if the check holds.
// The entry has the steps that show the violation, or says why they could not be found.
using Traces = std::vector<std::optional<Result<TracedViolation>>>;

// Finds the steps for each violated check of a run. Blocks; a second at most where the run had a
// time (lab run --for). shouldContinue: as for traceViolation(). What was not found by the end of
// that second, or by the time at which it returned false, is Cancelled.
Traces tracesOf(const Run &run, const std::function<bool()> &shouldContinue);

} // namespace lockstep

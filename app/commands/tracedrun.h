#pragma once

#include "core/lab/counterexample/violationtrace.h"

namespace lockstep {

// The steps that show each violation of a run, or why they could not be found.
using Traces =
    std::vector<std::optional<Result<TracedViolation>>>; // by check; nothing where it holds

// Blocks. shouldContinue: as for traceViolation().
Traces tracesOf(const Run &run, const std::function<bool()> &shouldContinue);

} // namespace lockstep

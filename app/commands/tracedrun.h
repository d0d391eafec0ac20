#pragma once

#include "core/lab/counterexample/violationtrace.h"

namespace lockstep {

// The steps that show each violation of a run, or why they could not be found.
using Traces =
    std::vector<std::optional<Result<TracedViolation>>>; // by check; nothing where it holds

// Blocks. goOn: as for traceViolation().
Traces tracesOf(const Run &run, const std::function<bool()> &goOn);

// The command that steps it: lockstep lab replay ID --clients 2 "A1 B1 A2 B2". scenario: as the
// user wrote it.
QString replayCommand(const TracedViolation &traced, const QString &scenario);

} // namespace lockstep

#pragma once

#include "core/lab/counterexample/violationtrace.h"

namespace lockstep {

// What a violation of a run is as steps, or why it is not known.
using Traces = std::vector<std::optional<Result<TracedViolation>>>; // by check; where violated

// Blocks. goOn: as for traceViolation().
Traces tracesOf(const Run &run, const std::function<bool()> &goOn);

// The command that steps it: lockstep lab replay ID --clients 2 "A1 B1 A2 B2". scenario: as the
// user wrote it.
QString replayCommand(const TracedViolation &traced, const QString &scenario);

} // namespace lockstep

#pragma once

#include "core/lab/counterexample/clientsubset.h"
#include "core/lab/history/history.h"

namespace lockstep {

// Whether the step is one of a process's own, and does not befall all of them.
[[nodiscard]] bool isOfProcess(TraceStep::Kind kind);

// What these clients did, and what befell everybody meanwhile, as it was executed.
[[nodiscard]] std::vector<RanStep> stepsOf(const ClientSubset &subset, const RoundOrder &order);

// In steps no command is on its way while another is sent: what the main thread does once it has
// its reply may keep another thread of the process, whose command was on its way, from sending it
// at all. So that one is let go first. operations: of the round. False: it is so already.
[[nodiscard]] bool putThreadsInTurn(std::vector<RanStep> &steps, const Operation *operations);

} // namespace lockstep

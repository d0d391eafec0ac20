#pragma once

#include "core/lab/counterexample/clientsubset.h"
#include "core/lab/history/history.h"

namespace lockstep {

// Whether a step of this kind concerns one process, and not all of them.
[[nodiscard]] bool isOfProcess(TraceStep::Kind kind);

// The steps of these clients, those that concerned everybody meanwhile, and the ends of setup's
// keys before that, in the order of execution.
[[nodiscard]] std::vector<RanStep> stepsOf(const ClientSubset &subset, const RoundOrder &order);

// In a stepped run no command is on its way while another one is sent: what the main thread does
// once it has its reply may keep another thread of the process, whose command was on its way in the
// free run, from sending it at all. So this puts the other thread's step first. operations: those
// of the round. False: nothing had to be moved.
[[nodiscard]] bool putThreadsInTurn(std::vector<RanStep> &steps, const Operation *operations);

} // namespace lockstep

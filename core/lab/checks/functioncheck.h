#pragma once

#include "core/lab/checks/roundfinding.h"

#include <functional>

namespace lockstep {

class Program;

// Calls a check function of the file with the states of a round. shouldContinue: asked before each
// state; false: judging ends there.
RoundFinding checkFunction(const Check &check, Program &program, const RoundRecords &records,
    const std::function<bool()> &shouldContinue);

} // namespace lockstep

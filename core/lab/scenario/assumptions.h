#pragma once

#include "core/lab/scenario/scenario.h"

#include <array>

namespace lockstep {

struct AssumptionName
{
    Assumption assumption;
    const char *name; // as in files, in JSON and on the command line
};

// All assumptions, in the order in which they are shown.
inline constexpr std::array allAssumptions{
    AssumptionName{Assumption::WorkShorterThanLease, "work_shorter_than_lease"},
    AssumptionName{Assumption::TimersOnTime, "timers_on_time"},
};

} // namespace lockstep

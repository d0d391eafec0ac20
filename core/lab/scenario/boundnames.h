#pragma once

#include "core/lab/scenario/scenario.h"

#include <array>

namespace lockstep {

// One of the bounds of an exploration, with its names in files and in JSON.
struct Bound
{
    const char *field; // its name in the file's table `bounds`
    const char *json; // its name in JSON
    int Bounds::*value;
};

// All bounds, in the order in which they are shown.
inline constexpr std::array<Bound, 6> allBounds{{
    {"time", "time", &Bounds::time},
    {"crashes", "crashes", &Bounds::crashes},
    {"pauses", "pauses", &Bounds::pauses},
    {"restarts", "restarts", &Bounds::restarts},
    {"failovers", "failovers", &Bounds::failovers},
    {"lost_requests", "lostRequests", &Bounds::lostRequests},
}};

// Whether the fault that is bounded can happen to the scenario's servers: only a replica takes
// over, and requests are lost on the way to one of several servers.
inline bool isPossible(const Bound &bound, const Scenario &scenario)
{
    return (bound.value != &Bounds::failovers || scenario.replica)
        && (bound.value != &Bounds::lostRequests || scenario.nodes > 1);
}

} // namespace lockstep

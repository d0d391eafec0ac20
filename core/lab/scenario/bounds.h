#pragma once

#include "core/lab/scenario/scenario.h"

#include <array>

namespace lockstep {

// One of the bounds of an exploration, under its names.
struct Bound
{
    const char *field; // of the file's table `bounds`
    const char *json; // what it is called in JSON
    int Bounds::*value;
};

// All of them, in the order in which they are told.
inline constexpr std::array<Bound, 6> allBounds{{
    {"time", "time", &Bounds::time},
    {"crashes", "crashes", &Bounds::crashes},
    {"pauses", "pauses", &Bounds::pauses},
    {"restarts", "restarts", &Bounds::restarts},
    {"failovers", "failovers", &Bounds::failovers},
    {"lost_requests", "lostRequests", &Bounds::lostRequests},
}};

// Whether the scenario's servers can have what is bounded: only a replica takes over, and requests
// are lost on the way to one of several servers.
inline bool isPossible(const Bound &bound, const Scenario &scenario)
{
    return (bound.value != &Bounds::failovers || scenario.replica)
        && (bound.value != &Bounds::lostRequests || scenario.nodes > 1);
}

} // namespace lockstep

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

} // namespace lockstep

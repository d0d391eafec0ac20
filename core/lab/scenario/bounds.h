#pragma once

#include "core/lab/scenario/scenario.h"

#include <array>

namespace lockstep {

// One of the bounds of an exploration, under its names.
struct Bound
{
    const char *field; // of the file's table `bounds`
    const char *json; // what it is called in JSON
    const char *words; // English, plural
    int Bounds::*value;
};

// All of them, in the order in which they are told.
inline constexpr std::array<Bound, 6> allBounds{{
    {"time", "time", "time steps", &Bounds::time},
    {"crashes", "crashes", "crashes", &Bounds::crashes},
    {"pauses", "pauses", "pauses", &Bounds::pauses},
    {"restarts", "restarts", "restarts", &Bounds::restarts},
    {"failovers", "failovers", "failovers", &Bounds::failovers},
    {"lost_requests", "lostRequests", "lost requests", &Bounds::lostRequests},
}};

} // namespace lockstep

#pragma once

#include "core/redis/values/error.h"

#include <chrono>
#include <optional>

namespace lockstep {

// The bounds of the numbers that the classes of this folder accept. Each class checks its options
// when it is made, and then answers every call with that refusal before anything is sent.
//
// An amount is a limit, a number of permits or a cost, and at least 1. A span is a window, a lease
// or an expiry. With at most 366 days, every instant in microseconds is an exact number in Lua
// (below 2^53).
inline constexpr qint64 mostCounted = 1'000'000'000;
inline constexpr qint64 mostListed = 10'000; // for amounts of which each costs the server an entry
inline constexpr std::chrono::milliseconds longestSpan = std::chrono::hours(24 * 366);

using Refusal = std::optional<Error>; // BadInput with a sentence that says what is possible

Refusal checkAmount(const char *what, qint64 amount, qint64 most = mostCounted);
Refusal checkSpan(const char *what, std::chrono::milliseconds span);

} // namespace lockstep

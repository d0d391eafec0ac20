#pragma once

#include "core/redis/values/error.h"

#include <chrono>
#include <optional>

namespace lockstep {

// What numbers the classes of this folder accept. Each class asks when it is made and answers every
// call with that refusal, before anything is sent.
//
// An amount is at least 1: limits, permits, costs. A span is a window, a lease or an expiry. 366
// days keep every instant in microseconds an exact number in Lua (below 2^53).
inline constexpr qint64 mostCounted = 1'000'000'000;
inline constexpr qint64 mostListed = 10'000; // where each costs the server an entry
inline constexpr std::chrono::milliseconds longestSpan = std::chrono::hours(24 * 366);

using Refusal = std::optional<Error>; // BadInput with a sentence that says what is possible

Refusal refuseAmount(const char *what, qint64 amount, qint64 most = mostCounted);
Refusal refuseSpan(const char *what, std::chrono::milliseconds span);

} // namespace lockstep

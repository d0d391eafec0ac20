#pragma once

#include <array>

namespace lockstep {

// Ten of the shipped lessons, by id, in the best order for a beginner: each builds on those before
// it.
inline constexpr std::array labCourse{"counter-get-set", "stock-read-then-write", "lock-setnx",
    "lock-lease-expires", "lock-check-then-delete", "lock-watchdog-check-then-extend",
    "wakeup-lost", "fence-none", "limit-get-then-incr", "lock-failover"};

} // namespace lockstep

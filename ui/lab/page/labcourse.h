#pragma once

#include <array>

namespace lockstep {

// Ten of the lessons that come with Lockstep, by id, in the order in which somebody who is new here
// best takes them: each rests on those before it.
inline constexpr std::array labCourse{"counter-get-set", "stock-read-then-write", "lock-setnx",
    "lock-lease-expires", "lock-check-then-delete", "lock-watchdog-check-then-extend",
    "wakeup-lost", "fence-none", "limit-get-then-incr", "lock-failover"};

} // namespace lockstep

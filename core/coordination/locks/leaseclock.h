#pragma once

#include <chrono>

namespace lockstep {

// What leases are measured with, on the client's side: nobody sets it, and unlike
// std::chrono::steady_clock it goes on while the machine sleeps (CLOCK_BOOTTIME on Linux; other
// systems' steady clock).
struct LeaseClock
{
    using duration = std::chrono::nanoseconds;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<LeaseClock>;
    static constexpr bool is_steady = true;

    static time_point now();
};

// How long a QTimer waits at most for a moment of this clock before it looks again: it counts in
// int.
constexpr std::chrono::milliseconds longestTimer = std::chrono::hours(24);

} // namespace lockstep

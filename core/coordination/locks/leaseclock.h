#pragma once

#include <chrono>

namespace lockstep {

// The clock that measures leases at the client. Nobody can set it, and unlike
// std::chrono::steady_clock it continues while the machine sleeps (CLOCK_BOOTTIME on Linux; on
// other systems it is the steady clock).
struct LeaseClock
{
    using duration = std::chrono::nanoseconds;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<LeaseClock>;
    static constexpr bool is_steady = true;

    static time_point now();
};

// The longest time for which a QTimer, which counts in int, waits for a moment of this clock before
// the clock is read again.
constexpr std::chrono::milliseconds longestTimer = std::chrono::hours(24);

} // namespace lockstep

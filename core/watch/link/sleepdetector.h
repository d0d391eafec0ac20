#pragma once

#include <chrono>

namespace lockstep {

// Tells that the machine was suspended: std::chrono::steady_clock, by which everything observed is
// dated, stands still meanwhile, and the server's deadlines do not. Known on Linux only (the clock
// that goes on is CLOCK_BOOTTIME there); elsewhere no sleep is ever reported.
class SleepDetector
{
public:
    SleepDetector();

    // How long the machine slept since the last call, or since this was made; 0: it did not. Takes
    // some tens of nanoseconds.
    std::chrono::nanoseconds takeSleep();

private:
    std::chrono::nanoseconds m_slept; // since the machine was started
};

} // namespace lockstep

#include "core/watch/link/sleepdetector.h"

#include <ctime>
#include <utility>

namespace lockstep {

namespace {

// The two clocks cannot be read at the same moment; whoever is interrupted in between reads more.
constexpr auto shortestSleep = std::chrono::milliseconds(500);

#ifdef CLOCK_BOOTTIME
std::chrono::nanoseconds read(clockid_t clock)
{
    timespec time{};
    clock_gettime(clock, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}
#endif

std::chrono::nanoseconds sleptSoFar()
{
#ifdef CLOCK_BOOTTIME
    const auto awake = read(CLOCK_MONOTONIC);
    return read(CLOCK_BOOTTIME) - awake;
#else
    return {};
#endif
}

} // namespace

SleepDetector::SleepDetector()
    : m_slept(sleptSoFar())
{
}

std::chrono::nanoseconds SleepDetector::takeSleep()
{
    const auto slept = sleptSoFar();
    if (slept - m_slept < shortestSleep)
        return {};
    return slept - std::exchange(m_slept, slept);
}

} // namespace lockstep

#include "core/coordination/locks/leaseclock.h"

#include <ctime>

namespace lockstep {

LeaseClock::time_point LeaseClock::now()
{
#ifdef CLOCK_BOOTTIME
    timespec now{};
    clock_gettime(CLOCK_BOOTTIME, &now);
    return time_point(std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec));
#else
    return time_point(std::chrono::steady_clock::now().time_since_epoch());
#endif
}

} // namespace lockstep

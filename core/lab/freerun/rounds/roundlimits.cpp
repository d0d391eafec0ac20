// The first round is cut off when the time of the run is over. A later round begins only if there
// is about enough time for another one like the last. So it is expected to end in time, and is
// given some more.

#include "core/lab/freerun/rounds/roundlimits.h"

#include <algorithm>

namespace lockstep {

namespace {

// How long a later round than the first may go on past the time of the run: half of what the run
// waits for a server that stands still (graceOfRun in roundrunner.cpp).
constexpr Moment graceOfRound = 500'000'000;

Moment nanosecondsOf(std::chrono::nanoseconds span)
{
    return span.count();
}

} // namespace

Moment RoundLimits::endOfRun() const
{
    return m_options.duration ? m_runBegan + nanosecondsOf(*m_options.duration) : never;
}

bool RoundLimits::hasNextRound(Moment now, int rounds) const
{
    if (!m_options.duration)
        return rounds < m_options.rounds;
    const Moment left = endOfRun() - now;
    return left > 0 && left + graceOfRound > m_lastRound;
}

Moment RoundLimits::endOfRound(Moment now, int round) const
{
    const Moment limit = now + nanosecondsOf(m_options.roundLimit);
    if (!m_options.duration)
        return limit;
    return std::min(limit, round == 0 ? endOfRun() : endOfRun() + graceOfRound);
}

} // namespace lockstep

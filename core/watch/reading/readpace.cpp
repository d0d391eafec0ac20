// A control loop that sets the pause of ReadPace. The rate of reading objects that always change is
// about their number divided by the rest, so the rest grows by the factor by which the rate is too
// high; it shrinks slowly, for a quiet second is often followed by a loud one.

#include "core/watch/reading/readpace.h"

#include <algorithm>

namespace lockstep {

namespace {

constexpr auto shortestPause = Milliseconds(100);
constexpr double fastestGrowth = 4;
constexpr double shrinking = 0.9;
constexpr double leftUnused = 0.85; // of the budget, before the rest shrinks
constexpr auto shortestSpan = Milliseconds(500);

Milliseconds scaled(Milliseconds time, double factor)
{
    return Milliseconds(static_cast<qint64>(double(time.count()) * factor));
}

} // namespace

void ReadPace::reset()
{
    const bool mayRest = m_locksMayRest;
    *this = {};
    m_locksMayRest = mayRest;
}

void ReadPace::setOthers(std::optional<double> commandsPerSecond)
{
    m_budget.reset();
    if (commandsPerSecond)
        m_budget = std::max(leastBudget, shareOfOthers * *commandsPerSecond);
    else
        m_pause = {};
}

void ReadPace::update(Instant now, qint64 commands)
{
    if (m_last && now - m_last->at < shortestSpan)
        return;
    const auto last = std::exchange(m_last, Sample{now, commands});
    if (!last || !m_budget)
        return;
    const double seconds = std::chrono::duration<double>(now - last->at).count();
    const bool concernsLocks = m_pause >= longestRest;
    const double budget =
        concernsLocks && !m_locksMayRest ? std::max(*m_budget, leastBudgetOfLocks) : *m_budget;
    const double excess = double(commands - last->commands) / seconds / budget;
    if (excess > 1)
        m_pause = scaled(std::max(m_pause, shortestPause), std::min(excess, fastestGrowth));
    else if (excess < leftUnused)
        m_pause = scaled(m_pause, shrinking);
    m_pause = std::min(m_pause, concernsLocks ? longestRest + longestRestOfALock : longestRest);
    if (m_pause < shortestPause)
        m_pause = {};
}

Milliseconds ReadPace::rest(Family family) const
{
    if (family == Family::Lock)
        return std::clamp(m_pause - longestRest, Milliseconds(0), longestRestOfALock);
    return std::min(m_pause, longestRest);
}

Milliseconds ReadPace::turn() const
{
    return longestTurn * m_pause.count() / (longestRest + longestRestOfALock).count();
}

} // namespace lockstep

#include "core/watch/reading/readpace.h"

#include <algorithm>

// A control loop. The rate of reading objects that always change is about their number divided by
// the rest, so the rest grows by the factor by which the rate is too high; it shrinks slowly, for a
// quiet second is often followed by a loud one.

namespace lockstep {

namespace {

constexpr auto shortestStretch = Milliseconds(100);
constexpr double fastestGrowth = 4;
constexpr double shrinking = 0.9;
constexpr double leftUnused = 0.85; // of the budget, before the rest shrinks
constexpr auto shortestSpan = Milliseconds(500);

Milliseconds scaled(Milliseconds time, double factor)
{
    return Milliseconds(static_cast<qint64>(double(time.count()) * factor));
}

} // namespace

void ReadPace::setOthers(std::optional<double> commandsPerSecond)
{
    m_budget.reset();
    if (commandsPerSecond)
        m_budget = std::max(leastBudget, part * *commandsPerSecond);
    else
        m_stretch = {};
}

void ReadPace::update(Instant now, qint64 commands)
{
    if (m_last && now - m_last->at < shortestSpan)
        return;
    const auto last = std::exchange(m_last, Sample{now, commands});
    if (!last || !m_budget)
        return;
    const double seconds = std::chrono::duration<double>(now - last->at).count();
    const bool concernsLocks = m_stretch >= longestRest;
    const double budget = concernsLocks ? std::max(*m_budget, leastBudgetOfLocks) : *m_budget;
    const double excess = double(commands - last->commands) / seconds / budget;
    if (excess > 1)
        m_stretch = scaled(std::max(m_stretch, shortestStretch), std::min(excess, fastestGrowth));
    else if (excess < leftUnused)
        m_stretch = scaled(m_stretch, shrinking);
    m_stretch = std::min(m_stretch, concernsLocks ? longestRest + longestRestOfALock : longestRest);
    if (m_stretch < shortestStretch)
        m_stretch = {};
}

Milliseconds ReadPace::rest(Family family) const
{
    if (family == Family::Lock)
        return std::clamp(m_stretch - longestRest, Milliseconds(0), longestRestOfALock);
    return std::min(m_stretch, longestRest);
}

Milliseconds ReadPace::turn() const
{
    return longestTurn * m_stretch.count() / (longestRest + longestRestOfALock).count();
}

} // namespace lockstep

#include "core/lab/statespace/unexplored.h"

#include "core/lab/loader/timecomparisons.h"

namespace lockstep {

std::vector<Unexplored> unexploredOf(const Scenario &scenario)
{
    std::vector<Unexplored> unexplored;
    if (scenario.expiredEvents)
        unexplored.push_back(Unexplored::LateExpiredEvents);
    if (comparesTimes(scenario))
        unexplored.push_back(Unexplored::TimesBetweenDeadlines);
    return unexplored;
}

} // namespace lockstep

#include "core/lab/statespace/steps/unexplored.h"

#include "core/lab/loader/timecomparisons.h"

#include <algorithm>

namespace lockstep {

std::vector<Unexplored> unexploredOf(const Scenario &scenario)
{
    std::vector<Unexplored> unexplored;
    if (scenario.expiredEvents)
        unexplored.push_back(Unexplored::LateExpiredEvents);
    // A window that is checked may begin at any time.
    const bool hasWindows = std::any_of(scenario.checks.begin(), scenario.checks.end(),
        [](const Check &each) { return each.kind == Check::Kind::AdmittedAtMost; });
    if (hasWindows || comparesTimes(scenario))
        unexplored.push_back(Unexplored::TimesBetweenDeadlines);
    return unexplored;
}

} // namespace lockstep

#include "core/lab/statespace/state/checkobservations.h"

#include <algorithm>

namespace lockstep {

CheckObservations CheckObservations::of(
    const Scenario &scenario, const std::vector<Assumption> &assumptions)
{
    CheckObservations seen;
    for (const Check &check : scenario.checks) {
        const bool isAdmission = check.kind == Check::Kind::AdmittedAtMost;
        const bool isFunction = check.kind == Check::Kind::Function;
        seen.executionTimes |= isAdmission;
        seen.tellingTimes |= isFunction && scenario.clock;
        seen.events |= isAdmission || isFunction;
        seen.outside |= isFunction;
        seen.inside |= check.kind == Check::Kind::HoldersAtMost;
        seen.counts |= isAdmission
            || (check.when == Check::When::Always
                && (isFunction || check.kind == Check::Kind::SumEquals
                    || check.kind == Check::Kind::CountAtLeast));
        if (isAdmission)
            seen.admissions.push_back(check.name);
        if (check.kind == Check::Kind::InOrder) {
            seen.ordered.push_back(check.name);
            if (!check.other.isEmpty())
                seen.ordered.push_back(check.other);
        }
    }
    seen.outside |=
        std::find(assumptions.begin(), assumptions.end(), Assumption::WorkShorterThanLease)
        != assumptions.end();
    seen.inside |= seen.outside;
    return seen;
}

bool CheckObservations::isEvent(const Mark &mark) const
{
    if (mark.kind == Mark::Kind::Count)
        return std::find(admissions.begin(), admissions.end(), mark.name) != admissions.end();
    return events && mark.kind == Mark::Kind::Event;
}

bool CheckObservations::isOrdered(const Mark &mark) const
{
    return mark.kind == Mark::Kind::Event
        && std::find(ordered.begin(), ordered.end(), mark.name) != ordered.end();
}

} // namespace lockstep

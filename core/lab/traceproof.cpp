// A fault that is still allowed can keep a run from its end, and a check that holds finally from
// being looked at: where the bounds of the scenario do not do, there are just the faults of the
// trace.

#include "core/lab/traceproof.h"

#include "core/lab/stepper.h"
#include "core/lab/tracebounds.h"

namespace lockstep {

namespace {

Result<bool> isViolatedAtTheEnd(const TracedViolation &traced, const std::vector<Endpoint> &servers)
{
    auto stepper = Stepper::make(traced.scenario, traced.options, servers);
    if (!stepper)
        return tl::unexpected(stepper.error());
    if (const auto replayed = stepper->replay(traced.trace); !replayed)
        return tl::unexpected(replayed.error());
    return (stepper->violated(stepper->steps()) >> traced.check & 1) != 0;
}

} // namespace

Result<TracedViolation> proved(TracedViolation traced, std::vector<Endpoint> servers)
{
    const Bounds used = boundsFor({}, traced.trace);
    const Bounds both = boundsFor(traced.scenario->bounds, traced.trace);
    if (used.restarts + used.failovers > 0)
        servers.clear(); // only its own processes are really lost
    for (const Bounds &bounds : {both, used}) {
        traced.options.bounds = bounds;
        const auto violates = isViolatedAtTheEnd(traced, servers);
        if (!violates)
            return tl::unexpected(violates.error());
        if (*violates)
            return traced;
    }
    return failure(ErrorCode::BadInput,
        QStringLiteral("not deterministic: %1 does not violate the check when it is executed once "
                       "more")
            .arg(traceText(traced.trace)));
}

} // namespace lockstep

#include "core/lab/traceproof.h"

#include "core/lab/stepper.h"
#include "core/lab/tracebounds.h"

namespace lockstep {

namespace {

// traced.trace: without what turns out to be part of other steps.
Result<bool> isViolatedAtTheEnd(TracedViolation &traced, const std::vector<Endpoint> &servers)
{
    auto stepper = Stepper::make(traced.scenario, traced.options, servers);
    if (!stepper)
        return tl::unexpected(stepper.error());
    if (const auto replayed = stepper->replay(traced.trace); !replayed)
        return tl::unexpected(replayed.error());
    traced.trace = stepper->trace();
    return (stepper->violated(stepper->steps()) >> traced.check & 1) != 0;
}

} // namespace

Result<TracedViolation> proved(TracedViolation traced, std::vector<Endpoint> servers)
{
    const Bounds used = boundsFor({}, traced.trace);
    if (used.restarts + used.failovers > 0)
        servers.clear(); // only its own processes are really lost
    traced.options.bounds = boundsFor(traced.scenario->bounds, traced.trace);
    const auto violates = isViolatedAtTheEnd(traced, servers);
    if (!violates)
        return tl::unexpected(violates.error());
    if (*violates)
        return traced;
    return failure(ErrorCode::BadInput,
        QStringLiteral("not deterministic: %1 does not violate the check when it is executed once "
                       "more")
            .arg(traceText(traced.trace)));
}

} // namespace lockstep

#include "core/lab/counterexample/traceverification.h"

#include "core/lab/step/stepper.h"
#include "core/lab/step/tracebounds.h"
#include "core/redis/values/coretext.h"

#include <algorithm>

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

Result<TracedViolation> verifyTrace(TracedViolation traced, std::vector<Endpoint> servers)
{
    const bool losesServers =
        std::any_of(traced.trace.begin(), traced.trace.end(), [](const TraceStep &step) {
            return step.kind == TraceStep::Kind::Restart || step.kind == TraceStep::Kind::Failover;
        });
    if (losesServers)
        servers.clear(); // only its own processes are really lost
    traced.options.bounds = traced.scenario->bounds;
    auto options = optionsFor(traced.scenario, traced.options, traced.trace, servers);
    if (!options)
        return tl::unexpected(options.error());
    traced.options = std::move(*options);
    const auto violates = isViolatedAtTheEnd(traced, servers);
    if (!violates)
        return tl::unexpected(violates.error());
    if (*violates)
        return traced;
    return failure(ErrorCode::BadInput,
        CoreText::tr("not deterministic: %1 does not violate the check when it is executed once "
                     "more")
            .arg(traceText(traced.trace)));
}

} // namespace lockstep

// A fault that is still allowed can keep a run from its end, and a check that holds finally from
// being looked at: where the bounds of the scenario do not do, there are just the faults of the
// trace.

#include "core/lab/traceproof.h"

#include "core/lab/stepper.h"

#include <algorithm>

namespace lockstep {

namespace {

using Kind = TraceStep::Kind;

int count(const Trace &trace, Kind kind)
{
    return int(std::count_if(
        trace.begin(), trace.end(), [&](const TraceStep &step) { return step.kind == kind; }));
}

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
    const Bounds used{count(traced.trace, Kind::Time), count(traced.trace, Kind::Crash),
        count(traced.trace, Kind::Pause), count(traced.trace, Kind::Restart),
        count(traced.trace, Kind::Failover), count(traced.trace, Kind::LostRequest)};
    const Bounds own = traced.scenario->bounds;
    const Bounds both{std::max(used.time, own.time), std::max(used.crashes, own.crashes),
        std::max(used.pauses, own.pauses), std::max(used.restarts, own.restarts),
        std::max(used.failovers, own.failovers), std::max(used.lostRequests, own.lostRequests)};
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

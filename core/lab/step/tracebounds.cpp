#include "core/lab/step/tracebounds.h"

#include "core/lab/step/stepper.h"

#include <algorithm>

namespace lockstep {

Result<ExploreOptions> optionsFor(const ScenarioPtr &scenario, ExploreOptions options,
    const Trace &trace, std::vector<Endpoint> servers)
{
    Bounds &bounds = options.bounds;
    const auto widen = [&](int Bounds::*bound, TraceStep::Kind kind) {
        const auto steps = std::count_if(trace.begin(), trace.end(),
            [kind](const TraceStep &step) { return step.kind == kind; });
        bounds.*bound = std::max(bounds.*bound, int(steps));
    };
    widen(&Bounds::crashes, TraceStep::Kind::Crash);
    widen(&Bounds::pauses, TraceStep::Kind::Pause);
    widen(&Bounds::restarts, TraceStep::Kind::Restart);
    widen(&Bounds::failovers, TraceStep::Kind::Failover);
    widen(&Bounds::lostRequests, TraceStep::Kind::LostRequest);
    const int ownTime = bounds.time;
    widen(&Bounds::time, TraceStep::Kind::Time);
    for (const int time : {ownTime, bounds.time}) {
        if (bounds.time == ownTime)
            break;
        ExploreOptions tried = options;
        tried.bounds.time = time;
        auto stepper = Stepper::make(scenario, tried, servers);
        if (!stepper)
            return tl::unexpected(stepper.error());
        if (stepper->replay(trace))
            bounds.time = std::max(ownTime, stepper->timeSpent());
    }
    return options;
}

} // namespace lockstep

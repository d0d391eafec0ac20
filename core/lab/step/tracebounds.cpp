#include "core/lab/step/tracebounds.h"

#include "core/lab/step/stepper.h"

#include <algorithm>

namespace lockstep {

const Bound *boundOf(TraceStep::Kind kind)
{
    const auto of = [](int Bounds::*value) {
        return std::find_if(allBounds.begin(), allBounds.end(),
            [value](const Bound &each) { return each.value == value; });
    };
    switch (kind) {
    case TraceStep::Kind::Time:
        return of(&Bounds::time);
    case TraceStep::Kind::Crash:
        return of(&Bounds::crashes);
    case TraceStep::Kind::Pause:
        return of(&Bounds::pauses);
    case TraceStep::Kind::Restart:
        return of(&Bounds::restarts);
    case TraceStep::Kind::Failover:
        return of(&Bounds::failovers);
    case TraceStep::Kind::LostRequest:
        return of(&Bounds::lostRequests);
    case TraceStep::Kind::Client:
    case TraceStep::Kind::Resume:
        break;
    }
    return nullptr;
}

Result<ExploreOptions> optionsFor(const ScenarioPtr &scenario, ExploreOptions options,
    const Trace &trace, std::vector<Endpoint> servers)
{
    Bounds &bounds = options.bounds;
    const int ownTime = bounds.time;
    for (const Bound &each : allBounds) {
        const auto steps = std::count_if(trace.begin(), trace.end(),
            [&](const TraceStep &step) { return boundOf(step.kind) == &each; });
        bounds.*each.value = std::max(bounds.*each.value, int(steps));
    }
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

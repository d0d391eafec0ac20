#include "core/lab/tracebounds.h"

#include <algorithm>

namespace lockstep {

Bounds boundsFor(Bounds bounds, const Trace &trace)
{
    const auto widen = [&](int Bounds::*bound, TraceStep::Kind kind) {
        const auto used = std::count_if(trace.begin(), trace.end(),
            [kind](const TraceStep &step) { return step.kind == kind; });
        bounds.*bound = std::max(bounds.*bound, int(used));
    };
    widen(&Bounds::time, TraceStep::Kind::Time);
    widen(&Bounds::crashes, TraceStep::Kind::Crash);
    widen(&Bounds::pauses, TraceStep::Kind::Pause);
    widen(&Bounds::restarts, TraceStep::Kind::Restart);
    widen(&Bounds::failovers, TraceStep::Kind::Failover);
    widen(&Bounds::lostRequests, TraceStep::Kind::LostRequest);
    return bounds;
}

} // namespace lockstep

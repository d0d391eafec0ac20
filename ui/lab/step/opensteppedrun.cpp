#include "ui/lab/step/opensteppedrun.h"

#include <algorithm>
#include <utility>

namespace lockstep {

KeptRun OpenSteppedRun::kept() const
{
    KeptRun kept;
    kept.number = number;
    kept.from = from;
    kept.fromStep = fromStep;
    kept.origin = origin;
    kept.options = asked;
    kept.trace = !refused.empty() ? refused : stepped && wanted.empty() ? stepped->trace : wanted;
    kept.step = wantedStep.value_or(stepped ? step : int(kept.trace.size()));
    return kept;
}

// The trace that was refused counts, because the settings before did not allow all of it.
Trace OpenSteppedRun::replayed() const
{
    if (id == 0 && !wanted.empty())
        return wanted;
    if (!stepped || stepped->steps.empty())
        return {};
    return refused.empty() ? stepped->trace : refused;
}

void OpenSteppedRun::noteRequest()
{
    ++awaited;
    refused.clear();
}

void OpenSteppedRun::noteAnswer(const SteppedRunPtr &answer)
{
    awaited = std::max(0, awaited - 1);
    if (awaited == 0) {
        const Trace trace = std::exchange(wanted, {});
        if (trace.size() > answer->trace.size())
            refused = trace;
    }
    noteProgress(answer);
}

void OpenSteppedRun::noteProgress(const SteppedRunPtr &soFar)
{
    stepped = soFar;
    step = int(soFar->steps.size());
    if (awaited == 0 && wantedStep)
        step = std::min(step, *std::exchange(wantedStep, std::nullopt));
}

void OpenSteppedRun::noteFailure()
{
    awaited = 0;
    if (stepped)
        wanted.clear(); // the run stays where it is, and the rest was not refused
}

} // namespace lockstep

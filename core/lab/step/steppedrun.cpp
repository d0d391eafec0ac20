#include "core/lab/step/steppedrun.h"

#include "core/redis/privateserver/serverclock.h"

#include <algorithm>

namespace lockstep {

std::optional<int> SteppedRun::firstViolation(quint32 checks) const
{
    if ((violatedAtOnce & checks) != 0)
        return 0;
    for (size_t i = 0; i < steps.size(); ++i) {
        if ((steps[i].violated & checks) != 0)
            return int(i) + 1;
    }
    return std::nullopt;
}

qint64 steppedClockBeginning()
{
    return ServerClock::beginning;
}

const std::vector<StepAhead> &aheadAt(const SteppedRun &run, int step)
{
    return step >= 0 && step < int(run.aheadBefore.size()) ? run.aheadBefore[std::size_t(step)]
                                                           : run.ahead;
}

const StepAhead *environmentStepAt(
    const SteppedRun &run, int step, TraceStep::Kind kind, int client)
{
    using Kind = TraceStep::Kind;
    const bool isOfClient = kind == Kind::Crash || kind == Kind::Pause || kind == Kind::LostRequest;
    const StepAhead *hindered = nullptr;
    for (const StepAhead &each : aheadAt(run, step)) {
        const bool isIt =
            each.step.kind == kind || (kind == Kind::Pause && each.step.kind == Kind::Resume);
        if (!isIt || (isOfClient && each.step.client != client))
            continue;
        if (each.isPossible())
            return &each;
        if (!hindered)
            hindered = &each;
    }
    return hindered;
}

std::span<const MarkRecord> marksOf(const SteppedRun &run, int step)
{
    const auto &marks = run.round->history.marks;
    const auto after = [&](Moment at) {
        return std::upper_bound(marks.begin(), marks.end(), at,
            [](Moment moment, const MarkRecord &mark) { return moment < mark.at; });
    };
    return {step == 0 ? marks.begin() : after(stepLength * (step - 1)), after(stepLength * step)};
}

} // namespace lockstep

#include "core/lab/step/randomstepper.h"

#include "core/lab/step/stepper.h"

namespace lockstep {

namespace {

// Time passes in about one of six steps if clients could go on, too.
constexpr quint32 timeEvery = 6;

} // namespace

std::optional<TraceStep> RandomStepper::next(const Stepper &run)
{
    if (run.violated(run.steps()) != 0 || m_steps == mostSteps)
        return {};
    std::vector<TraceStep> clients;
    std::optional<TraceStep> time;
    for (const StepOption &each : run.stepOptions()) {
        if (each.blockedBy != BlockedBy::None)
            continue;
        const TraceStep step = run.traceStep(each.step);
        if (step.kind == TraceStep::Kind::Client)
            clients.push_back(step);
        else if (step.kind == TraceStep::Kind::Time || step.kind == TraceStep::Kind::Resume)
            time = step;
    }
    if (clients.empty() && !time)
        return {};
    ++m_steps;
    // A distribution of the standard library is not used: what it draws differs between libraries.
    if (time && (clients.empty() || m_chance() % timeEvery == 0))
        return time;
    return clients[m_chance() % clients.size()];
}

} // namespace lockstep

#include "ui/lab/steprunner.h"

namespace lockstep {

namespace {

constexpr quint32 timeEvery = 6; // about so many choices, where clients could go on as well

} // namespace

std::optional<TraceStep> StepRunner::next(const SteppedRun &run)
{
    const bool isViolated = !run.steps.empty() && run.steps.back().violated != 0;
    if (isViolated || int(run.steps.size()) >= mostSteps)
        return {};
    std::vector<TraceStep> clients;
    std::optional<TraceStep> time;
    for (const StepAhead &each : run.ahead) {
        if (!each.isPossible())
            continue;
        if (each.step.kind == TraceStep::Kind::Client)
            clients.push_back(each.step);
        else if (each.step.kind == TraceStep::Kind::Time
            || each.step.kind == TraceStep::Kind::Resume)
            time = each.step;
    }
    // Not a distribution of the library: what those draw differs between libraries.
    if (time && (clients.empty() || m_chance() % timeEvery == 0))
        return time;
    if (clients.empty())
        return {};
    return clients[m_chance() % clients.size()];
}

} // namespace lockstep

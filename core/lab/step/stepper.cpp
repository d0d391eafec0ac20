// States are rows of numbers, so going back is to drop the last one, and a fork is a copy. The
// servers follow: they are brought into the state before each command anyway.

#include "core/lab/step/stepper.h"

#include "core/lab/step/steppedhistory.h"
#include "core/redis/values/coretext.h"

#include <algorithm>

namespace lockstep {

Stepper::Stepper(std::shared_ptr<StateSpace> space)
    : m_space(std::move(space))
    , m_checks(std::make_shared<StateChecks>(*m_space))
    , m_states{m_space->beginning()}
{
}

Result<Stepper> Stepper::make(
    ScenarioPtr scenario, ExploreOptions options, std::vector<Endpoint> servers)
{
    options.rememberAnswers = false;
    auto space = StateSpace::make(std::move(scenario), std::move(options), std::move(servers));
    if (!space)
        return tl::unexpected(space.error());
    (*space)->servers().setExecutesFaults(true);
    Stepper stepper(std::move(*space));
    if (const auto checked = stepper.check(); !checked)
        return tl::unexpected(checked.error());
    return stepper;
}

Result<void> Stepper::check()
{
    const auto judged = m_checks->judge(m_states.back().data(), ending());
    if (!judged)
        return tl::unexpected(judged.error());
    m_judgements.push_back(*judged);
    if (!m_effects.empty())
        m_judgements.back().violated |= m_effects.back().violatedByStep;
    return m_space->settle(m_states.back().data());
}

std::vector<StepOption> Stepper::stepOptions() const
{
    return m_space->stepOptions(m_states.back().data());
}

TraceStep Stepper::traceStep(PackedStep step) const
{
    return m_space->traceStep(m_states.back().data(), step);
}

Ending Stepper::ending() const
{
    return m_space->ending(m_states.back().data());
}

Result<void> Stepper::step(const TraceStep &step)
{
    const auto all = stepOptions();
    const auto chosen = std::find_if(all.begin(), all.end(), [&](const StepOption &each) {
        return each.blockedBy == BlockedBy::None && traceStep(each.step) == step;
    });
    if (chosen == all.end())
        return tl::unexpected(refusalOf(step));
    auto published = m_space->published(m_states.back().data(), chosen->step);
    StateSpace::State after(size_t(m_space->words()));
    auto effect = m_space->take(m_states.back().data(), chosen->step, after.data());
    if (effect && !published)
        return tl::unexpected(published.error());
    if (!effect) { // a refused step may have left something on the server
        const auto settled = effect.error().code == ErrorCode::BadInput
            ? m_space->settle(m_states.back().data())
            : Result<void>();
        // A server that does not answer is still executing the refused command: the refusal is the
        // better error.
        if (!settled && settled.error().code != ErrorCode::CommandTimeout)
            return settled;
        return tl::unexpected(effect.error());
    }
    m_trace.push_back(step);
    m_packedSteps.push_back(chosen->step);
    m_effects.push_back(std::move(*effect));
    m_published.push_back(std::move(*published));
    m_states.push_back(std::move(after));
    auto checked = check();
    if (!checked)
        drop();
    return checked;
}

void Stepper::drop()
{
    m_trace.pop_back();
    m_packedSteps.pop_back();
    m_effects.pop_back();
    m_published.pop_back();
    m_states.pop_back();
    m_judgements.resize(m_states.size());
}

Result<bool> Stepper::undo()
{
    if (m_trace.empty())
        return false;
    if (const auto settled = m_space->settle(m_states[m_states.size() - 2].data()); !settled)
        return tl::unexpected(settled.error());
    drop();
    return true;
}

Stepper Stepper::fork(int steps) const
{
    Stepper other(*this);
    const size_t kept = size_t(std::clamp(steps, 0, this->steps()));
    other.m_trace.resize(kept);
    other.m_packedSteps.resize(kept);
    other.m_effects.resize(kept);
    other.m_published.resize(kept);
    other.m_states.resize(kept + 1);
    other.m_judgements.resize(kept + 1);
    return other;
}

// Whether the thread has already gone on or started, so that this step of the trace is none here.
// With other bounds or checks than those of the trace, going on may make no visible difference, and
// is then part of an earlier step.
bool Stepper::hasGoneOn(const TraceStep &step) const
{
    if (step.kind != TraceStep::Kind::Client || step.client >= m_space->clients())
        return false;
    const ClientHistory &history = m_space->history(m_states.back().data(), step.client);
    if (!step.goesOn && step.number == 0)
        return history.hasStarted && !history.hasBegun()
            && !m_space->canStartLate(m_states.back().data(), step.client);
    if (!step.goesOn)
        return false;
    const auto &threads = history.threads;
    if (size_t(step.thread) >= threads.size())
        return false;
    const PackedStep packed{TraceStep::Kind::Client, quint8(step.client), quint8(step.thread)};
    return threads[size_t(step.thread)].steps == step.number && !traceStep(packed).goesOn;
}

// Takes the starts of clients that are steps here but were none when the trace was made: that of
// the step's client, and, before time passes, those of all clients that act later in the trace
// without a start.
Result<void> Stepper::startBefore(const TraceStep &step, const Trace &trace)
{
    using Kind = TraceStep::Kind;
    for (int client = 0; client < m_space->clients(); ++client) {
        const TraceStep start{Kind::Client, client};
        if (step == start || m_space->history(m_states.back().data(), client).hasStarted)
            continue;
        const bool isItsStep =
            step.client == client && (step.kind == Kind::Client || step.kind == Kind::LostRequest);
        const bool isAwaited = step.kind == Kind::Time
            && std::find(trace.begin(), trace.end(), start) == trace.end()
            && std::any_of(trace.begin(), trace.end(), [client](const TraceStep &each) {
                   return each.kind == Kind::Client && each.client == client;
               });
        if (!isItsStep && !isAwaited)
            continue;
        if (const auto started = this->step(start); !started)
            return started;
    }
    return {};
}

Result<void> Stepper::replay(const Trace &trace, const std::function<bool()> &goesOn)
{
    *this = fork(0);
    for (const TraceStep &each : trace) {
        if (goesOn && !goesOn())
            return failure(ErrorCode::Cancelled);
        if (hasGoneOn(each))
            continue;
        auto done = startBefore(each, trace);
        done = done ? step(each) : done;
        if (done)
            continue;
        Error error = done.error();
        const auto number = &each - trace.data() + 1;
        error.detail = error.detail.isEmpty()
            ? CoreText::tr("Step %1 of the trace, %2").arg(number).arg(traceWord(each))
            : CoreText::tr("Step %1 of the trace, %2: %3")
                  .arg(number)
                  .arg(traceWord(each), error.detail);
        return tl::unexpected(error);
    }
    return {};
}

Error Stepper::refusalOf(const TraceStep &step) const
{
    QStringList possible;
    for (const StepOption &each : stepOptions()) {
        if (each.blockedBy == BlockedBy::None)
            possible << traceWord(traceStep(each.step));
    }
    const QString rest = possible.isEmpty()
        ? CoreText::tr("Nothing is possible, the run is over.")
        : CoreText::tr("Possible: %1.").arg(possible.join(u' '));
    return {ErrorCode::BadInput,
        CoreText::tr("%1 cannot be taken now. %2").arg(traceWord(step), rest), false};
}

std::vector<KeyStep> Stepper::keySteps(int step) const
{
    std::vector<KeyStep> result;
    const StateSpace::State &before = state(step - 1);
    const StateSpace::State &after = state(step);
    const DatasetTable &datasets = m_space->datasets();
    for (int node = 0; node < m_space->nodes(); ++node) {
        const quint32 then = m_space->datasetOf(before.data(), node);
        const quint32 now = m_space->datasetOf(after.data(), node);
        const auto add = [&](const KeyHeld *old, const KeyHeld *present) {
            const quint32 key = old ? old->key : present->key;
            KeyStep each{
                m_space->plainKey(datasets.keyName(key)), node, {key, 0, -1}, {key, 0, -1}};
            each.before = old ? *old : each.before;
            each.after = present ? *present : each.after;
            each.after.setter = each.before.setter; // is not shown
            // When a key of the same deadline goes, those behind it move up in rank. That is not
            // shown.
            const bool movesUp = each.before.value == each.after.value
                && each.before.ttl == each.after.ttl && each.after.rank < each.before.rank;
            if (each.before != each.after && !movesUp)
                result.push_back(each);
        };
        for (const KeyHeld &each : datasets[then])
            add(&each, datasets.find(now, each.key));
        for (const KeyHeld &each : datasets[now]) {
            if (!datasets.find(then, each.key))
                add(nullptr, &each);
        }
    }
    return result;
}

LocalText Stepper::sentence(int steps, int check) const
{
    return m_checks->sentence(state(steps).data(), check).value_or(LocalText());
}

History Stepper::history() const
{
    return steppedHistory(*this);
}

} // namespace lockstep

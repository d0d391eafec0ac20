#pragma once

#include "core/lab/statespace/statechecks.h"

#include <functional>

namespace lockstep {

// What a step did to a key.
struct KeyStep
{
    QByteArray key; // without the prefix
    int node = 0;
    KeyHeld before; // value 0: it did not exist
    KeyHeld after;
};

// A stepped run: choose who goes next, go back without end, go another way from any step. Forks
// share their servers, which are brought into the state of whoever steps. Blocks; all forks belong
// to one thread.
class Stepper
{
public:
    // servers: as for StateSpace::make(), errors too.
    static Result<Stepper> make(
        ScenarioPtr scenario, ExploreOptions options, std::vector<Endpoint> servers = {});

    [[nodiscard]] const Trace &trace() const { return m_trace; }
    [[nodiscard]] int steps() const { return int(m_trace.size()); }
    // All steps that could come next, and why some are not possible.
    [[nodiscard]] std::vector<StepOption> stepOptions() const;
    [[nodiscard]] TraceStep traceStep(PackedStep step) const;
    [[nodiscard]] Ending ending() const;

    // Errors: BadInput, it is not possible, with those that are (stepOptions() knows why; the words
    // for it are ui/lab's); not deterministic; those of StateSpace::take(). Nothing has changed
    // then.
    Result<void> step(const TraceStep &step);
    // Goes back by one step. False: this is the beginning. Errors: those of the server; nothing has
    // changed then.
    Result<bool> undo();
    // A run of its own with the first steps of this one.
    [[nodiscard]] Stepper fork(int steps) const;
    // From the beginning. Where a thread goes on in the trace and has already done so here, that
    // step is left out. Where a step does not fit, the run stays before it; the error is as of
    // step(), with its number. goesOn: asked before each step; false: it stays there, Cancelled.
    Result<void> replay(const Trace &trace, const std::function<bool()> &goesOn = {});

    // The state after so many steps; 0: the beginning.
    [[nodiscard]] const StateSpace::State &state(int steps) const
    {
        return m_states[size_t(steps)];
    }
    // Checks that are violated in the state or by the step to it: bit i, the i-th of the scenario.
    [[nodiscard]] quint32 violated(int steps) const { return m_violated[size_t(steps)]; }
    // What a function among the checks says about the state; empty: nothing.
    [[nodiscard]] LocalText sentence(int steps, int check) const;
    // What the step with this number did, from 1.
    [[nodiscard]] const StateSpace::Effect &effect(int step) const
    {
        return m_effects[size_t(step - 1)];
    }
    [[nodiscard]] PackedStep packedStep(int step) const { return m_packedSteps[size_t(step - 1)]; }
    [[nodiscard]] std::vector<KeyStep> keySteps(int step) const;
    // What its command published.
    [[nodiscard]] const std::vector<StateSpace::Published> &published(int step) const
    {
        return m_published[size_t(step - 1)];
    }
    [[nodiscard]] const StateSpace &space() const { return *m_space; }
    [[nodiscard]] int timeSpent() const // of the bound of time, by all steps so far
    {
        return m_space->options().bounds.time - m_space->timeLeft(m_states.back().data());
    }
    // What the timeline draws: a step is a second.
    [[nodiscard]] History history() const;

private:
    explicit Stepper(std::shared_ptr<StateSpace> space);
    Result<void> check();
    void drop(); // the last step
    [[nodiscard]] bool hasGoneOn(const TraceStep &step) const;
    Result<void> startBefore(const TraceStep &step, const Trace &trace);
    [[nodiscard]] Error refusalOf(const TraceStep &step) const;

    std::shared_ptr<StateSpace> m_space;
    std::shared_ptr<StateChecks> m_checks;
    Trace m_trace;
    std::vector<PackedStep> m_packedSteps;
    std::vector<StateSpace::Effect> m_effects;
    std::vector<std::vector<StateSpace::Published>> m_published; // by step
    std::vector<StateSpace::State> m_states;
    std::vector<quint32> m_violated;
};

} // namespace lockstep

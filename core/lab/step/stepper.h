#pragma once

#include "core/lab/statespace/statechecks.h"

#include <functional>

namespace lockstep {

// What a step did to a key.
struct KeyStep
{
    QByteArray key; // without the prefix
    int node = 0;
    KeyHeld before; // value 0 if it did not exist
    KeyHeld after;
};

// A stepped run: the caller chooses each next step, may undo all of them, and may fork the run at
// any step. Forks share their servers, which are brought into the state of the fork that steps. Its
// functions block; a run and its forks belong to one thread.
class Stepper
{
public:
    // servers and errors: see StateSpace::make().
    static Result<Stepper> make(
        ScenarioPtr scenario, ExploreOptions options, std::vector<Endpoint> servers = {});

    [[nodiscard]] const Trace &trace() const { return m_trace; }
    [[nodiscard]] int steps() const { return int(m_trace.size()); }
    // All steps that could come next, and why some are not possible.
    [[nodiscard]] std::vector<StepOption> stepOptions() const;
    [[nodiscard]] TraceStep traceStep(PackedStep step) const;
    [[nodiscard]] Ending ending() const;

    // Takes the step. Errors: BadInput if it is not possible (the detail names those that are;
    // stepOptions() has the reason) or the program is not deterministic, and those of
    // StateSpace::take(). After an error nothing has changed.
    Result<void> step(const TraceStep &step);
    // Goes back by one step. Returns false if no step has been taken. Errors: those of the server;
    // then nothing has changed.
    Result<bool> undo();
    // Returns another run with the first `steps` steps of this one.
    [[nodiscard]] Stepper fork(int steps) const;
    // Takes all steps of the trace, from the beginning of the run. A step in which a thread goes on
    // is left out if it has already gone on here. If a step is not possible, the run stays before
    // it; the error is that of step(), with the step's number. goesOn: called before each step;
    // when it returns false, the run stays there and the error is Cancelled.
    Result<void> replay(const Trace &trace, const std::function<bool()> &goesOn = {});

    // The state after so many steps; 0: the beginning.
    [[nodiscard]] const StateSpace::State &state(int steps) const
    {
        return m_states[size_t(steps)];
    }
    // The checks that are violated after so many steps, in the state or by the step to it. Bit i
    // stands for the i-th check of the scenario.
    [[nodiscard]] quint32 violated(int steps) const { return m_judgements[size_t(steps)].violated; }
    // Likewise, the checks that could not be judged in the state: see StateChecks::Judgement.
    [[nodiscard]] quint32 noNumber(int steps) const { return m_judgements[size_t(steps)].noNumber; }
    // The sentence of a check function about the state after so many steps; empty if it is not
    // violated.
    [[nodiscard]] LocalText sentence(int steps, int check) const;
    // What the step with this number did, from 1.
    [[nodiscard]] const StateSpace::Effect &effect(int step) const
    {
        return m_effects[size_t(step - 1)];
    }
    [[nodiscard]] PackedStep packedStep(int step) const { return m_packedSteps[size_t(step - 1)]; }
    [[nodiscard]] std::vector<KeyStep> keySteps(int step) const;
    // The messages that its command published.
    [[nodiscard]] const std::vector<Published> &published(int step) const
    {
        return m_published[size_t(step - 1)];
    }
    [[nodiscard]] const StateSpace &space() const { return *m_space; }
    [[nodiscard]] int timeSpent() const // of the bound of time, by all steps so far
    {
        return m_space->options().bounds.time - m_space->timeLeft(m_states.back().data());
    }
    // The history that the timeline draws, see steppedHistory().
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
    std::vector<std::vector<Published>> m_published; // by step
    std::vector<StateSpace::State> m_states;
    std::vector<StateChecks::Judgement> m_judgements; // by number of steps
};

} // namespace lockstep

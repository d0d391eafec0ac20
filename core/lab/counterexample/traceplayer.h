#pragma once

#include "core/lab/counterexample/roundorder.h"
#include "core/lab/statespace/statechecks.h"

#include <functional>
#include <span>

namespace lockstep {

// Steps that were taken. Where they violate the check, they do so with the last step and not
// before.
struct PlayedTrace
{
    std::vector<PackedStep> steps;
    Trace trace; // the same steps
    int environment = 0;
    int preemptions = 0;
    bool violates = false;

    // The order of counterexamples: fewest environment steps, then preemptions, then steps.
    [[nodiscard]] auto measure() const
    {
        return std::tuple(environment, preemptions, steps.size());
    }
};

// Plays steps of a scenario again and again to see whether they violate one check. Steps that are
// not enabled are left out, so every trace that it returns can be played. Answers are remembered,
// so a step that was taken before costs no round trip. Blocks; belongs to one thread.
class TracePlayer
{
public:
    // servers and errors: as for StateSpace::make(). shouldContinue is called before each step, and
    // false ends the play; empty: nothing ends it early.
    static Result<std::unique_ptr<TracePlayer>> make(ScenarioPtr scenario, ExploreOptions options,
        std::vector<Endpoint> servers, size_t check, std::function<bool()> shouldContinue = {});

    // clientOfProcess: the client that each process is here; -1: it takes no part. Errors: those of
    // StateSpace::take(), Cancelled.
    Result<PlayedTrace> follow(
        std::span<const RanStep> steps, const std::vector<int> &clientOfProcess);
    Result<PlayedTrace> play(const std::vector<PackedStep> &steps);

    [[nodiscard]] const ExploreOptions &options() const { return m_space->options(); }
    [[nodiscard]] int plays() const { return m_plays; } // how many traces were played so far
    // Whether random() was called in one of them; follow() takes its first choice each time.
    [[nodiscard]] bool hasChosen() const { return m_hasChosen; }

private:
    TracePlayer(
        std::unique_ptr<StateSpace> space, size_t check, std::function<bool()> shouldContinue);
    Result<void> begin();
    Result<PlayedTrace> follow(std::span<const RanStep> steps,
        const std::vector<int> &clientOfProcess, bool repliesArriveAtOnce,
        bool mutexesAreTakenAtLast);
    Result<void> take(PackedStep step); // where it is enabled
    // The next step of the thread of that step; where the thread chooses, the first choice.
    [[nodiscard]] PackedStep nextStepOf(PackedStep step) const;
    Result<void> takeArrival(PackedStep step); // of the thread's reply, where it is on its way
    Result<void> checkState(quint32 violatedByStep);
    Result<void> letExpire(const RanStep &step);
    Result<void> finishWork(); // of those who keep time from passing
    Result<void> takeStep(const RanStep &step, int client);
    Result<void> takeUntil(PackedStep step, int line);
    // before: a step of another thread of the client, which is about to follow.
    Result<void> takeMutexes(int client, std::optional<PackedStep> before = {});
    Result<void> playToTheEnd();
    [[nodiscard]] std::optional<PackedStep> nextStep() const;
    [[nodiscard]] bool isOver() const { return m_play.violates; }
    [[nodiscard]] bool isEnabled(PackedStep step) const
    {
        return m_space->isEnabled(m_states.back().data(), step);
    }

    std::unique_ptr<StateSpace> m_space;
    StateChecks m_checks;
    const size_t m_check;
    const std::function<bool()> m_shouldContinue;
    PlayedTrace m_play;
    std::optional<PackedStep> m_last; // the last step of a client
    StateSpace::Effect m_effect; // what the last step did
    bool m_repliesArriveAtOnce = true;
    std::vector<StateSpace::State> m_states;
    int m_plays = 0;
    bool m_hasChosen = false;
};

} // namespace lockstep

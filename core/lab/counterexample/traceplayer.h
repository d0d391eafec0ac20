#pragma once

#include "core/lab/counterexample/roundorder.h"
#include "core/lab/statespace/statechecks.h"

#include <functional>
#include <span>

namespace lockstep {

// Steps that were taken; where they violate the check, they do at their end and not before.
struct PlayedTrace
{
    std::vector<PackedStep> steps;
    Trace trace; // the same
    int environment = 0;
    int preemptions = 0;
    bool violates = false;

    // The order of counterexamples: fewest environment steps, then preemptions, then steps.
    [[nodiscard]] auto measure() const
    {
        return std::tuple(environment, preemptions, steps.size());
    }
};

// Plays steps of a scenario again and again to see whether one check is violated. Steps that are
// not possible are left out, so whatever it is given, what it tells can be played. Answers are
// remembered: a step that was seen before costs no round trip. Blocks; belongs to one thread.
class TracePlayer
{
public:
    // servers: as for StateSpace::make(), errors too. goOn is asked before each step; without it,
    // until the end.
    static Result<std::unique_ptr<TracePlayer>> make(ScenarioPtr scenario, ExploreOptions options,
        std::vector<Endpoint> servers, size_t check, std::function<bool()> goOn = {});

    // Errors: those of StateSpace::take(), Cancelled.
    // clientOfProcess: which client a process is here; -1: it takes no part.
    Result<PlayedTrace> follow(
        std::span<const RanStep> steps, const std::vector<int> &clientOfProcess);
    Result<PlayedTrace> play(const std::vector<PackedStep> &steps);

    [[nodiscard]] const ExploreOptions &options() const { return m_space->options(); }
    [[nodiscard]] int plays() const { return m_plays; } // so far

private:
    TracePlayer(std::unique_ptr<StateSpace> space, size_t check, std::function<bool()> goOn);
    Result<void> begin();
    Result<PlayedTrace> follow(std::span<const RanStep> steps,
        const std::vector<int> &clientOfProcess, bool repliesArriveAtOnce);
    Result<void> take(PackedStep step); // if it is possible
    // The thread's next step, whatever it is; of a choice the first.
    [[nodiscard]] PackedStep nextOf(PackedStep step) const;
    Result<void> letArrive(PackedStep step); // the thread's reply, where it is on its way
    Result<void> look(quint32 released);
    Result<void> letExpire(const RanStep &step);
    Result<void> finishWork(); // that keeps time from passing
    Result<void> takeStep(const RanStep &step, int client);
    Result<void> takeUntil(PackedStep step, int line);
    Result<void> playToTheEnd();
    [[nodiscard]] std::optional<PackedStep> next() const;
    [[nodiscard]] bool isOver() const { return m_play.violates; }
    [[nodiscard]] bool isEnabled(PackedStep step) const
    {
        return m_space->isEnabled(m_states.back().data(), step);
    }

    std::unique_ptr<StateSpace> m_space;
    StateChecks m_checks;
    const size_t m_check;
    const std::function<bool()> m_goOn;
    PlayedTrace m_play;
    std::optional<PackedStep> m_last; // of a client
    StateSpace::Effect m_effect; // of the last step
    bool m_repliesArriveAtOnce = true;
    std::vector<StateSpace::State> m_states;
    int m_plays = 0;
};

} // namespace lockstep

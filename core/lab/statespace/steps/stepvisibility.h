#pragma once

#include "core/lab/statespace/steps/stephindrances.h"

namespace lockstep {

// Whether anybody could tell that a step happened at its own moment: another client, a check, time
// or a fault. Where nobody could, it is one step with the one before it.
class StepVisibility
{
public:
    // Both arguments outlive this.
    StepVisibility(const StateTables &tables, const StepHindrances &hindrances)
        : m_tables(tables)
        , m_hindrances(hindrances)
    {
    }

    // Whether the step of the thread is no command but its going on: its reply arrives, its wait is
    // over, or it takes a mutex that no command follows.
    [[nodiscard]] bool goesOn(const quint32 *state, PackedStep step) const;
    // The moment at which the thread goes on. next: of its client, when it has gone on.
    [[nodiscard]] bool canTellArrival(
        const quint32 *state, PackedStep step, const ClientHistory &next) const;
    // The moment at which a client starts. history: of the client, up to its first request.
    [[nodiscard]] bool canTellStart(const quint32 *state, quint32 history) const;
    // That a command was in flight when its client crashed.
    [[nodiscard]] bool canTellCrash(const quint32 *state, int client) const;

private:
    [[nodiscard]] bool canTellWords(const quint32 *state, const ClientHistory &history) const;
    [[nodiscard]] bool canTellWaits(const quint32 *state, quint32 history, int thread) const;
    [[nodiscard]] bool canTellMark(const quint32 *state, const Mark &mark) const;
    [[nodiscard]] bool canTellEnd(const quint32 *state, PackedStep step) const;
    [[nodiscard]] bool canTellMutex(const quint32 *state) const;

    const StateTables &m_tables;
    const StepHindrances &m_hindrances;
};

} // namespace lockstep

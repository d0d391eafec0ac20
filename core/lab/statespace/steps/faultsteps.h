#pragma once

#include "core/lab/statespace/steps/stepvisibility.h"
#include "core/lab/statespace/steps/unexplorednotes.h"

namespace lockstep {

// Lets clients crash, pause and resume, and servers restart and fail over.
class FaultSteps
{
public:
    // All outlive this.
    FaultSteps(StateTables &tables, const StepVisibility &visibility, UnexploredNotes &unexplored)
        : m_tables(tables)
        , m_visibility(visibility)
        , m_unexplored(unexplored)
    {
    }

    // Takes a step of these kinds, which is enabled. after: a copy of the state before it. Errors:
    // of the server.
    Result<void> take(PackedStep step, quint32 *after);

private:
    void loseConnections(int node, quint32 *after);

    StateTables &m_tables;
    const StepVisibility &m_visibility;
    UnexploredNotes &m_unexplored;
};

} // namespace lockstep

#pragma once

#include "core/lab/checks/checker.h"
#include "core/lab/history/run.h"

namespace lockstep {

// Checks the rounds of a run one after the other. If the history takes too much memory, it removes
// records of rounds that have been checked.
class RunChecker
{
public:
    // run and program have to outlive this object. program runs checks that are Lua functions.
    RunChecker(Run &run, Program *program);

    // Must be called when the round is over and its values are known. A mistake in a Lua function
    // becomes the mistake of the run (Run::mistake). shouldContinue: see Checker::check().
    void check(int round, const std::function<bool()> &shouldContinue);
    // Writes the results into the run. Must be called after the last round. A check that held in
    // all rounds is undecided if no round was checked or the run ended by a mistake.
    void conclude();
    [[nodiscard]] int violatedRounds() const { return m_checker.violatedRounds(); }

private:
    void limitMemory();

    Run &m_run;
    Checker m_checker;
    bool m_hasChecked = false; // at least one round
    qint64 m_historyMemory = 0; // bytes; as long as the history is smaller, it is kept as a whole
};

} // namespace lockstep

#pragma once

#include "core/lab/checks/checker.h"
#include "core/lab/history/run.h"

namespace lockstep {

// Checks a run's rounds one after the other, and lets the run forget rounds that have been checked
// when they take too much memory.
class RunChecker
{
public:
    // run: outlives this, as does program, which runs Lua functions among the checks.
    RunChecker(Run &run, Program *program);

    // Called when the round is over and its values are known. Where a check fails to run, the run
    // has a mistake.
    void check(int round);
    // Called when no round follows: writes the results into the run. A check that held in all
    // rounds is undecided where no round was checked, or the run ended by a mistake.
    void conclude();
    [[nodiscard]] int violatedRounds() const { return m_checker.violatedRounds(); }

private:
    void limitMemory();

    Run &m_run;
    Checker m_checker;
    bool m_hasChecked = false; // at least one round
    qint64 m_historyMemory = 0; // bytes; nothing is forgotten while the history is smaller
};

} // namespace lockstep

#pragma once

#include "core/lab/checks/checker.h"
#include "core/lab/history/run.h"

namespace lockstep {

// Judges a run's rounds one after the other, and lets the run forget rounds that have been judged
// when they take too much memory.
class RoundJudge
{
public:
    // run: outlives this, as does program, which runs Lua functions among the checks.
    RoundJudge(Run &run, Program *program);

    // The round is over and its values are known. A check that failed to run is a mistake of the
    // run's.
    void judge(int round);
    // No round follows: writes the results into the run. What held in all rounds is undecided where
    // the run has not judged any, or ended by a mistake.
    void conclude();
    [[nodiscard]] int violatedRounds() const { return m_checker.violatedRounds(); }

private:
    void limitMemory();

    Run &m_run;
    Checker m_checker;
    bool m_hasJudged = false; // at least one round
    qint64 m_historyMemory = 0; // bytes, up to which nothing is forgotten
};

} // namespace lockstep

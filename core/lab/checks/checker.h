#pragma once

#include "core/lab/history/history.h"
#include "core/lab/history/markednames.h"
#include "core/lab/history/verdict.h"
#include "core/lab/program/program.h"

namespace lockstep {

// Whether the checks hold in a round, and where they do not. Holding is measured on the run's
// clock: certain from the acquire's reply to the leave(), possible from the earliest moment at
// which the acquire can have been executed. Values are judged over the order of execution.
//
// program: to run Lua functions among the checks; nullptr: those are NotChecked.
class Checker
{
public:
    Checker(const Scenario &scenario, const Settings &settings, Program *program);

    // Adds what the round shows to results(). shouldContinue is asked now and then; where it says
    // no, judging ends, and what was not found by then is undecided.
    void check(
        const History &history, int round,
        const std::function<bool()> &shouldContinue = [] { return true; });
    [[nodiscard]] const std::vector<CheckResult> &results() const;
    // The history has forgotten rounds: the first operation of each that is kept stands elsewhere.
    void operationsMoved(const std::vector<Round> &before, const std::vector<Round> &after);
    [[nodiscard]] const MarkedNames &marked() const { return m_marked; } // in the checked rounds
    // Rounds in which at least one check is certainly violated.
    [[nodiscard]] int violatedRounds() const;

private:
    const Settings m_settings;
    Program *m_program;
    std::vector<CheckResult> m_results;
    MarkedNames m_marked;
    int m_violatedRounds = 0;
};

} // namespace lockstep

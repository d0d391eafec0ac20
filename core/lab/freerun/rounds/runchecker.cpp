#include "core/lab/freerun/rounds/runchecker.h"

#include "core/lab/history/forgetrounds.h"

#include <algorithm>

namespace lockstep {

RunChecker::RunChecker(Run &run, Program *program)
    : m_run(run)
    , m_checker(*run.scenario, run.options.settings, program)
    , m_historyMemory(run.options.historyMemory)
{
}

void RunChecker::check(int round, const std::function<bool()> &shouldContinue)
{
    m_checker.check(m_run.history, round, shouldContinue);
    m_hasChecked = true;
    limitMemory();
    for (const CheckResult &each : m_checker.results()) {
        const bool hasFailed = each.check.kind == Check::Kind::Function
            && each.outcome == CheckOutcome::Undecided && each.first;
        if (hasFailed && m_run.mistake.isEmpty())
            m_run.mistake = each.first->sentence.en;
    }
}

// A run of an hour makes a hundred million operations, so about half of them are removed when the
// history has become too large. Rounds that prove the result of a check are kept.
void RunChecker::limitMemory()
{
    History &history = m_run.history;
    if (history.memory() <= m_historyMemory)
        return;
    std::vector<int> needed;
    for (const CheckResult &each : m_checker.results()) {
        if (each.first)
            needed.push_back(each.first->round);
    }
    const std::vector<Round> before = history.rounds;
    forgetRounds(history, roundsToKeep(history, needed));
    m_checker.operationsMoved(before, history.rounds);
    // If those rounds alone are large, the limit is raised: otherwise the history might have to be
    // copied after each round.
    m_historyMemory = std::max(m_run.options.historyMemory, history.memory() * 2);
}

void RunChecker::conclude()
{
    m_run.results = m_checker.results();
    const bool isWhole = m_hasChecked && m_run.mistake.isEmpty();
    for (CheckResult &each : m_run.results) {
        if (!isWhole && each.outcome == CheckOutcome::Holds)
            each.outcome = CheckOutcome::Undecided;
    }
    m_run.marked = m_checker.marked();
    m_run.violatedRounds = m_checker.violatedRounds();
}

} // namespace lockstep

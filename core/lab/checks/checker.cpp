// Each kind of check is looked at by itself, from the records of one round; here their findings are
// put together over the rounds. What is certain in one round outweighs what is open in another.

#include "core/lab/checks/checker.h"

#include "core/lab/checks/clientchecks.h"
#include "core/lab/checks/eventchecks.h"
#include "core/lab/checks/functioncheck.h"
#include "core/lab/checks/keychecks.h"

namespace lockstep {

namespace {

RoundFinding checkOne(const Check &check, const Settings &settings, Program *program,
    const RoundRecords &records, const std::function<bool()> &shouldContinue)
{
    if (!shouldContinue())
        return {CheckOutcome::Undecided, std::nullopt, false, true};
    const qint64 amount = check.amount.in(settings);
    switch (check.kind) {
    case Check::Kind::HoldersAtMost:
        return checkHolders(check, amount, records);
    case Check::Kind::CountAtMost:
    case Check::Kind::CountAtLeast:
    case Check::Kind::SumEquals:
        return checkCount(check, amount, records);
    case Check::Kind::ValueAtLeast:
    case Check::Kind::ValueAtMost:
    case Check::Kind::TtlPresent:
        return checkValue(check, amount, records);
    case Check::Kind::ReleasedByOwner:
    case Check::Kind::RenewedByOwner:
        return checkOwner(check, records);
    case Check::Kind::InOrder:
        return checkOrder(check, records);
    case Check::Kind::AdmittedAtMost:
        return checkAdmitted(check, amount, check.window.in(settings), records);
    case Check::Kind::NobodyWaits:
        return checkNobodyWaits(records);
    case Check::Kind::Function:
        break;
    }
    return program != nullptr ? checkFunction(check, *program, records, shouldContinue)
                              : RoundFinding{CheckOutcome::NotChecked, std::nullopt, false};
}

void add(CheckResult &result, RoundFinding &&finding)
{
    result.violatedRounds += finding.outcome == CheckOutcome::Violated ? 1 : 0;
    result.possibleRounds += finding.outcome == CheckOutcome::Possible ? 1 : 0;
    result.endOnlyRounds += finding.atEndOnly ? 1 : 0;
    result.cutShortRounds += finding.isCutShort ? 1 : 0;
    result.noNumberRounds += finding.isNoNumber ? 1 : 0;
    if (finding.outcome <= result.outcome)
        return;
    result.outcome = finding.outcome;
    result.first = std::move(finding.violation);
}

} // namespace

Checker::Checker(const Scenario &scenario, const Settings &settings, Program *program)
    : m_settings(settings)
    , m_program(program)
{
    for (const Check &check : scenario.checks) {
        m_results.emplace_back();
        m_results.back().check = check;
    }
}

void Checker::check(const History &history, int round, const std::function<bool()> &shouldContinue)
{
    const RoundRecords records(history, round);
    m_marked.add(records);
    const bool isGuessed = history.rounds[size_t(round)].hasGuessedWait;
    bool violated = false;
    for (CheckResult &each : m_results) {
        RoundFinding finding = checkOne(each.check, m_settings, m_program, records, shouldContinue);
        if (isGuessed && finding.outcome == CheckOutcome::Violated)
            finding.outcome = CheckOutcome::Possible;
        violated |= finding.outcome == CheckOutcome::Violated;
        add(each, std::move(finding));
    }
    m_violatedRounds += violated ? 1 : 0;
}

void Checker::operationsMoved(const std::vector<Round> &before, const std::vector<Round> &after)
{
    for (CheckResult &each : m_results) {
        if (!each.first)
            continue;
        const auto round = size_t(each.first->round);
        for (quint32 &operation : each.first->operations)
            operation = operation - before[round].firstOperation + after[round].firstOperation;
    }
}

const std::vector<CheckResult> &Checker::results() const
{
    return m_results;
}

int Checker::violatedRounds() const
{
    return m_violatedRounds;
}

} // namespace lockstep

// Each kind of check is judged by itself, from the records of one round; here their findings are
// put together over the rounds. What is certain in one round outweighs what is open in another.

#include "core/lab/checks/judge.h"

#include "core/lab/checks/finding.h"

namespace lockstep {

namespace {

using Outcome = CheckResult::Outcome;

// The outcomes by weight; the heaviest of all rounds is the check's.
int weight(Outcome outcome)
{
    switch (outcome) {
    case Outcome::Holds:
        return 0;
    case Outcome::NotChecked:
        return 1;
    case Outcome::Undecided:
        return 2;
    case Outcome::Possible:
        return 3;
    case Outcome::Violated:
        return 4;
    }
    return 0;
}

Finding judgeOne(
    const Check &check, const Settings &settings, Program *program, const RoundRecords &records)
{
    const qint64 amount = check.amount.in(settings);
    switch (check.kind) {
    case Check::Kind::HoldersAtMost:
        return judgeHolders(check, amount, records);
    case Check::Kind::CountAtMost:
    case Check::Kind::CountAtLeast:
    case Check::Kind::SumEquals:
        return judgeCount(check, amount, records);
    case Check::Kind::ValueAtLeast:
    case Check::Kind::ValueAtMost:
    case Check::Kind::TtlPresent:
        return judgeValue(check, amount, records);
    case Check::Kind::ReleasedByOwner:
    case Check::Kind::RenewedByOwner:
        return judgeOwner(check, records);
    case Check::Kind::InOrder:
        return judgeOrder(check, records);
    case Check::Kind::AdmittedAtMost:
        return judgeAdmitted(check, amount, check.window.in(settings), records);
    case Check::Kind::NobodyWaits:
        return judgeNobodyWaits(records);
    case Check::Kind::Function:
        break;
    }
    return program != nullptr ? judgeFunction(check, *program, records)
                              : Finding{Outcome::NotChecked, std::nullopt, false};
}

void add(CheckResult &result, Finding &&finding)
{
    result.violatedRounds += finding.outcome == Outcome::Violated ? 1 : 0;
    result.possibleRounds += finding.outcome == Outcome::Possible ? 1 : 0;
    result.endOnlyRounds += finding.atEndOnly ? 1 : 0;
    if (weight(finding.outcome) <= weight(result.outcome))
        return;
    result.outcome = finding.outcome;
    result.first = std::move(finding.violation);
}

} // namespace

Judge::Judge(const Scenario &scenario, const Settings &settings, Program *program)
    : m_settings(settings)
    , m_program(program)
{
    for (const Check &check : scenario.checks) {
        m_results.emplace_back();
        m_results.back().check = check;
    }
}

void Judge::judge(const History &history, int round)
{
    const RoundRecords records(history, round);
    m_marked.add(records);
    bool violated = false;
    for (CheckResult &each : m_results) {
        Finding finding = judgeOne(each.check, m_settings, m_program, records);
        violated |= finding.outcome == Outcome::Violated;
        add(each, std::move(finding));
    }
    m_violatedRounds += violated ? 1 : 0;
}

const std::vector<CheckResult> &Judge::results() const
{
    return m_results;
}

int Judge::violatedRounds() const
{
    return m_violatedRounds;
}

} // namespace lockstep

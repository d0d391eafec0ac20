// Part of roundfinding.h. Functions of the file, over the state after each mark and each key
// change, in the order of their times. A long round has more states than a function can look at in
// reasonable time: then only its end is looked at, and the result says so.
//
// What mixes marks with values must not see moments that a stepped run never has, between a command
// and the mark after it: RoundView takes them together.

#include "core/lab/checks/roundfinding.h"
#include "core/lab/checks/roundview.h"
#include "core/lab/program/program.h"

namespace lockstep {

namespace {

constexpr qsizetype mostEvaluations = 20'000; // in one round

RoundFinding evaluated(const Check &check, Program &program, const RoundView &view)
{
    const auto sentence = program.evaluate(check, view);
    if (view.hasGuessed())
        return {CheckOutcome::NotChecked, std::nullopt, false};
    if (sentence && !*sentence)
        return {};
    Violation violation = violationAt(view.records(), view.now());
    violation.sentence = sentence ? **sentence : LocalText{sentence.error().detail, {}};
    blame(violation, view.records(), view.lastOperation());
    // A function that fails has decided nothing; its mistake takes the place of the sentence.
    return {
        sentence ? CheckOutcome::Violated : CheckOutcome::Undecided, std::move(violation), false};
}

} // namespace

RoundFinding checkFunction(const Check &check, Program &program, const RoundRecords &records)
{
    const bool finally = check.when == Check::When::Finally;
    if (finally && records.round.cutOff)
        return {CheckOutcome::Undecided, std::nullopt, false};
    RoundView view(records);
    const bool atEndOnly = !finally && view.stateCount() > mostEvaluations;
    if (finally || atEndOnly) {
        view.goToEnd();
        RoundFinding finding = evaluated(check, program, view);
        finding.atEndOnly = atEndOnly;
        return finding;
    }
    do {
        RoundFinding finding = evaluated(check, program, view);
        if (finding.violation || view.hasGuessed())
            return finding;
    } while (view.advance());
    if (records.history.orderKind == OrderKind::Sampled)
        return {CheckOutcome::NotChecked, std::nullopt, false};
    return {};
}

} // namespace lockstep

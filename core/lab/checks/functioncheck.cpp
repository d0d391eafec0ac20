// Part of roundfinding.h. Functions of the file, over the state after each mark and each key
// change, in the order of their times. A long round has more states than a function can look at in
// reasonable time: then only its end is looked at, and the result says so.
//
// What mixes marks with values must not see moments that a stepped run never has, between a command
// and the mark after it: RoundView takes them together. Nor is a state a proof that was one only if
// the commands were executed at just these moments between being sent and answered: a violation in
// such a state is possible.

#include "core/lab/checks/roundfinding.h"
#include "core/lab/checks/roundview.h"
#include "core/lab/program/program.h"

namespace lockstep {

namespace {

constexpr qsizetype mostEvaluations = 20'000; // in one round
constexpr qint64 mostPossibilities = 200; // of one state

// Whether it is violated by each possibility of what is only known within bounds, too. With another
// possibility it may ask for more than before, so behind them all has to be certain once more.
bool isCertainlyViolated(const Check &check, Program &program, RoundView &view)
{
    if (!view.isCertain())
        return false;
    const auto isViolatedBy = [&](qint64 possibility) {
        view.setPossibility(possibility);
        const auto sentence = program.evaluate(check, view);
        return sentence && *sentence;
    };
    bool isViolated = view.possibilityCount() <= mostPossibilities;
    if (isViolated && view.possibilityCount() > 1) {
        isViolated = isViolatedBy(view.possibilityCount() - 1); // an end decides most often
        for (qint64 each = 0; isViolated && each < view.possibilityCount(); ++each)
            isViolated = each < mostPossibilities && isViolatedBy(each);
    }
    view.setPossibility(std::nullopt);
    return isViolated && !view.hasGuessed() && view.isCertain();
}

RoundFinding evaluated(const Check &check, Program &program, RoundView &view)
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
    if (!sentence)
        return found(CheckOutcome::Undecided, std::move(violation));
    const bool isCertain = isCertainlyViolated(check, program, view);
    return found(isCertain ? CheckOutcome::Violated : CheckOutcome::Possible, std::move(violation));
}

RoundFinding evaluatedAtEnd(const Check &check, Program &program, RoundView &view)
{
    view.goToEnd();
    return evaluated(check, program, view);
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
        RoundFinding finding = evaluatedAtEnd(check, program, view);
        finding.atEndOnly = atEndOnly;
        return finding;
    }
    // What is certain, also at a later state, says more than what is possible or not known.
    RoundFinding result;
    do {
        RoundFinding finding = evaluated(check, program, view);
        if (finding.outcome == CheckOutcome::Violated || finding.outcome == CheckOutcome::Undecided)
            return finding;
        if (finding.outcome != CheckOutcome::Holds && result.outcome != CheckOutcome::Possible)
            result = std::move(finding);
    } while (view.advance());
    if (records.history.orderKind != OrderKind::Sampled)
        return result;
    RoundFinding atEnd = evaluatedAtEnd(check, program, view);
    return atEnd.violation || result.outcome == CheckOutcome::Holds ? atEnd : result;
}

} // namespace lockstep

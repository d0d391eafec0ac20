// A run has many checks and one headline. The headline is the certain violation whose check comes
// first in the file, which is what the file is about, with a second one behind it where another
// kind of check was violated too ("two holders, oversold"): cause and damage are usually two
// checks. What is only possible, undecided or not checked is said in that order; "held" is said
// only when nothing else is to be said, with the number of rounds it held in.
//
// The sentence of a violation stands in violationwords.cpp.

#include "ui/lab/words/verdictwords.h"

#include "ui/text/errormessage.h"
#include "ui/text/listwords.h"
#include "ui/text/wording.h"

#include <algorithm>

namespace lockstep {

namespace {

using wording::number;

QString rateOf(const Run &run)
{
    const double seconds = double(run.busy.count()) / 1e9;
    if (seconds <= 0 || run.history.operationCount() == 0)
        return {};
    return VerdictWords::tr("%1 operations/s")
        .arg(wording::number(std::round(double(run.history.operationCount()) / seconds)));
}

QString whyNotExact(const Run &run)
{
    if (run.isOfOthers)
        return VerdictWords::tr("order not exact: no MONITOR on a server of others");
    if (run.scenario && run.scenario->replica)
        return VerdictWords::tr("order not exact: a server is replaced by another");
    return VerdictWords::tr("order not exact: it was not asked for");
}

bool hasUnknownValues(const Run &run)
{
    const auto &rounds = run.history.rounds;
    return std::any_of(
        rounds.begin(), rounds.end(), [](const Round &each) { return each.valuesUntil != never; });
}

QString orderWords(const Run &run)
{
    switch (run.history.orderKind) {
    case OrderKind::Exact:
        return hasUnknownValues(run)
            ? VerdictWords::tr("exact order, values not exact: taken by chance, or too long")
            : VerdictWords::tr("exact order");
    case OrderKind::Sampled:
        return whyNotExact(run);
    case OrderKind::Stepped:
        break;
    }
    return {};
}

QString guessWords(const Run &run)
{
    const auto &rounds = run.history.rounds;
    const auto guessed = std::count_if(
        rounds.begin(), rounds.end(), [](const Round &each) { return each.hasGuessedWait; });
    return guessed == 0 ? QString()
                        : VerdictWords::tr("in %n round(s) await() ended although the value may "
                                           "have been the same all the time",
                            nullptr, int(guessed));
}

QString detailsOf(const Run &run)
{
    QStringList parts;
    const auto rounds = int(run.history.rounds.size());
    parts << VerdictWords::tr("%n round(s)", nullptr, rounds);
    if (run.violatedRounds > 0 && rounds > 1)
        parts << VerdictWords::tr("violated in %1").arg(number(run.violatedRounds));
    const auto possible = std::max_element(run.results.begin(), run.results.end(),
        [](const auto &a, const auto &b) { return a.possibleRounds < b.possibleRounds; });
    if (possible != run.results.end() && possible->possibleRounds > 0)
        parts << VerdictWords::tr("possible in %1").arg(number(possible->possibleRounds));
    for (const auto &[name, count] : run.counts) {
        if (parts.size() < 6)
            parts << QStringLiteral("%1 %2").arg(wording::key(name, 40), number(count));
    }
    parts << guessWords(run) << rateOf(run) << orderWords(run)
          << foreignWords(QString::fromUtf8(run.server));
    if (run.options.seed != 0)
        parts << VerdictWords::tr("seed %1").arg(run.options.seed);
    if (run.stopped)
        parts << VerdictWords::tr("stopped");
    if (run.serverLoss)
        parts << VerdictWords::tr("the server was lost");
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

// The first result with that outcome, in the order of the file, or null. after: skip the results of
// checks of the same kind as this one, if it is not null.
const CheckResult *leading(const std::vector<CheckResult> &results, CheckOutcome outcome,
    const CheckResult *after = nullptr)
{
    const auto found = std::find_if(results.begin(), results.end(), [&](const CheckResult &result) {
        const bool saysTheSame = after && result.check.kind == after->check.kind;
        return result.outcome == outcome && !saysTheSame;
    });
    return found == results.end() ? nullptr : &*found;
}

QString headline(const Run &run, CheckOutcome outcome)
{
    const CheckResult *first = leading(run.results, outcome);
    if (!first)
        return {};
    const QString sentence = checkSentence(*first, run);
    const CheckResult *second = leading(run.results, outcome, first);
    if (outcome != CheckOutcome::Violated || !second)
        return sentence;
    return VerdictWords::tr("%1. %2", "two violations").arg(sentence, checkSentence(*second, run));
}

QString heldSentence(const Run &run)
{
    const auto rounds = qint64(run.history.rounds.size());
    if (run.results.empty())
        return VerdictWords::tr("Nothing was checked: the scenario has no checks");
    return rounds == 1 ? VerdictWords::tr("Held")
                       : VerdictWords::tr("Held in all %1 rounds").arg(number(rounds));
}

// "Held", with everything that limits what it means.
QString heldHeadline(const Run &run)
{
    QStringList but{unfinishedClientsWords(run)};
    if (run.stopped)
        but << VerdictWords::tr("it was stopped before it was over");
    if (run.serverLoss)
        but << VerdictWords::tr("the server was lost before it was over");
    for (const CheckResult &result : run.results)
        but << unmarkedWords(result.check, run.marked);
    but.removeAll(QString());
    but.removeDuplicates();
    return but.isEmpty()
        ? heldSentence(run)
        : VerdictWords::tr("%1, but %2", "held, but …").arg(heldSentence(run), clauseList(but));
}

// "Held", with what was not checked, and why.
QString partlyCheckedHeadline(const Run &run)
{
    QStringList without;
    int unchecked = 0;
    for (const CheckResult &result : run.results) {
        if (result.outcome != CheckOutcome::NotChecked)
            continue;
        if (result.noNumberRounds > 0)
            without << noNumberWords(result.check);
        else
            ++unchecked;
    }
    without.removeDuplicates();
    QString headline = heldHeadline(run);
    if (!without.isEmpty())
        headline = VerdictWords::tr("%1; not checked: %2", "held; why something was not checked")
                       .arg(headline, clauseList(without));
    if (unchecked == 0)
        return headline;
    return (hasUnknownValues(run)
            ? VerdictWords::tr("%1; %n check(s) of values not checked", nullptr, unchecked)
            : VerdictWords::tr("%1; %n check(s) need the exact order", nullptr, unchecked))
        .arg(headline);
}

// Adds that a check function was called only at the end of some rounds, for too many states.
QString withEndOnly(const QString &sentence, const CheckResult &result, qint64 rounds)
{
    if (result.endOnlyRounds == 0)
        return sentence;
    return rounds == 1
        ? VerdictWords::tr("%1; too many states: only the end was looked at").arg(sentence)
        : VerdictWords::tr("%1; too many states: only the end was looked at in %n round(s)",
            nullptr, result.endOnlyRounds)
              .arg(sentence);
}

QString outcomeSentence(const CheckResult &result, const Run &run)
{
    const auto rounds = qint64(run.history.rounds.size());
    switch (result.outcome) {
    case CheckOutcome::Holds:
        return withEndOnly(heldSentence(run), result, rounds);
    case CheckOutcome::Violated:
        return result.first ? violationSentence(result.check, *result.first, run)
                            : VerdictWords::tr("Violated in %1 of %2 rounds")
                                  .arg(number(result.violatedRounds), number(rounds));
    case CheckOutcome::Possible:
        return result.first ? VerdictWords::tr("Cannot be excluded: %1")
                                  .arg(violationSentence(result.check, *result.first, run))
                            : VerdictWords::tr("Cannot be excluded in %1 of %2 rounds")
                                  .arg(number(result.possibleRounds), number(rounds));
    case CheckOutcome::Undecided:
        return result.cutShortRounds > 0
            ? VerdictWords::tr("Undecided: judging ended before all of it was looked at")
            : VerdictWords::tr("Undecided: cut off before it could be decided");
    case CheckOutcome::NotChecked:
    case CheckOutcome::Mistake:
        break;
    }
    if (result.noNumberRounds > 0)
        return VerdictWords::tr("Not checked: %1").arg(noNumberWords(result.check));
    return hasUnknownValues(run) ? VerdictWords::tr(
               "Not checked: it is not known which values the keys had, because a script "
               "takes elements by chance (SPOP, XADD with *) or reaches other keys (SELECT, "
               "FLUSHALL), or the values are longer "
               "than 64 MiB together")
        : run.history.orderKind == OrderKind::Exact
        ? VerdictWords::tr("Not checked: of a key with more than %1 elements only their number is "
                           "compared")
              .arg(number(mostElementsCompared))
        : VerdictWords::tr("Not checked: needs the exact order of execution");
}

} // namespace

int leadingViolation(const Run &run)
{
    const CheckResult *first = leading(run.results, CheckOutcome::Violated);
    if (!first)
        first = leading(run.results, CheckOutcome::Possible);
    return first && first->first ? int(first - run.results.data()) : -1;
}

QString outcomeWord(CheckOutcome outcome)
{
    switch (outcome) {
    case CheckOutcome::Holds:
        return VerdictWords::tr("held");
    case CheckOutcome::Violated:
        return VerdictWords::tr("violated");
    case CheckOutcome::Possible:
        return VerdictWords::tr("possible");
    case CheckOutcome::Undecided:
        return VerdictWords::tr("undecided");
    case CheckOutcome::NotChecked:
        return VerdictWords::tr("not checked");
    case CheckOutcome::Mistake:
        break;
    }
    return VerdictWords::tr("mistake");
}

QString checkSentence(const CheckResult &result, const Run &run)
{
    const QString sentence = outcomeSentence(result, run);
    QString note = unmarkedWords(result.check, run.marked);
    // Nothing at all can be too little, but not too much.
    const bool isCount = result.check.kind == Check::Kind::CountAtLeast;
    const bool isTooLittle = isCount || result.check.kind == Check::Kind::SumEquals;
    if (!note.isEmpty() && isCount && result.first) // the sentence says itself that nobody did
        note = otherCountsWords(run.marked);
    return note.isEmpty() || run.history.rounds.empty() || (result.first && !isTooLittle)
        ? sentence
        : VerdictWords::tr("%1; %2", "outcome; note").arg(sentence, note);
}

Verdict verdictOf(const Run &run)
{
    if (!run.mistake.isEmpty())
        return {CheckOutcome::Mistake,
            VerdictWords::tr("The program has a mistake: %1").arg(run.mistake), detailsOf(run)};
    if (run.history.rounds.empty())
        return {CheckOutcome::Undecided,
            VerdictWords::tr("Stopped before the first round was over"), detailsOf(run)};
    for (const CheckOutcome outcome :
        {CheckOutcome::Violated, CheckOutcome::Possible, CheckOutcome::Undecided}) {
        const QString sentence = headline(run, outcome);
        if (!sentence.isEmpty())
            return {outcome, sentence, detailsOf(run)};
    }
    const auto unchecked = int(std::count_if(run.results.begin(), run.results.end(),
        [](const auto &r) { return r.outcome == CheckOutcome::NotChecked; }));
    if (unchecked == 0)
        return {run.results.empty() ? CheckOutcome::NotChecked : CheckOutcome::Holds,
            heldHeadline(run), detailsOf(run)};
    if (unchecked == int(run.results.size()))
        return {CheckOutcome::NotChecked, headline(run, CheckOutcome::NotChecked), detailsOf(run)};
    return {CheckOutcome::NotChecked, partlyCheckedHeadline(run), detailsOf(run)};
}

} // namespace lockstep

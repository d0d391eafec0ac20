// Implements verdictOf(), haltWords() and violatedAt() of stepwords.h for stepped runs. The user
// looks at a run at its cursor, so the verdict is about the steps up to there: a check that was
// violated by then stays violated, and later steps do not count yet.

#include "ui/lab/words/stepwords.h"

#include "core/lab/step/randomstepper.h"
#include "ui/lab/words/explorationwords.h"
#include "ui/text/listwords.h"
#include "ui/text/wording.h"

#include <QCoreApplication>

#include <algorithm>

namespace lockstep {

namespace {

class SteppedVerdictWords
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::SteppedVerdict)
};

QString detailsOf(const SteppedRun &run, int step)
{
    QStringList parts;
    parts << SteppedVerdictWords::tr("step %1 of %2").arg(step).arg(run.steps.size())
          << boundsWords(*run.scenario, run.options) << assumedWords(run.options.assumptions)
          << wording::key(run.server, 40);
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

// The sentences of the violated checks, at most two, in the order of the file.
QString violations(const SteppedRun &run, quint32 violated)
{
    std::vector<const CheckResult *> broken;
    for (std::size_t i = 0; i < run.round->results.size() && i < 32; ++i) {
        if (violated >> i & 1)
            broken.push_back(&run.round->results[i]);
    }
    QStringList sentences;
    for (const CheckResult *each : broken) {
        const QString sentence = each->first
            ? violationSentence(each->check, *each->first, *run.round)
            : SteppedVerdictWords::tr("Violated: %1")
                  .arg(checkWords(each->check, run.options.settings));
        if (sentences.size() < 2 && !sentences.contains(sentence))
            sentences << sentence;
    }
    return sentences.size() < 2
        ? sentences.join(QString())
        : SteppedVerdictWords::tr("%1. %2", "two violations").arg(sentences.at(0), sentences.at(1));
}

} // namespace

quint32 violatedAt(const SteppedRun &run, int step)
{
    return step <= 0 || run.steps.empty()
        ? run.violatedAtOnce
        : run.steps[std::size_t(std::min(step, int(run.steps.size()))) - 1].violated;
}

SteppedVerdict verdictOf(const SteppedRun &run, int step)
{
    const QString details = detailsOf(run, step);
    quint32 violated = 0;
    for (int each = 0; each <= step; ++each)
        violated |= violatedAt(run, each);
    if (violated != 0)
        return {CheckOutcome::Violated, violations(run, violated), details};
    if (step < int(run.steps.size()) || run.ending == Ending::Open)
        return {{},
            step == 0 ? SteppedVerdictWords::tr("Choose whose command is sent first")
                      : SteppedVerdictWords::tr("Nothing is violated up to step %1").arg(step),
            details};
    QStringList unchecked;
    for (const CheckResult &each : run.round->results) {
        if (each.outcome == CheckOutcome::NotChecked)
            unchecked << noNumberWords(each.check);
    }
    unchecked.removeDuplicates();
    switch (run.ending) {
    case Ending::Undecided:
        return {CheckOutcome::Undecided,
            SteppedVerdictWords::tr(
                "Undecided: that takes more time steps than the settings allow"),
            details};
    case Ending::Forbidden:
        return {CheckOutcome::Undecided,
            SteppedVerdictWords::tr(
                "Undecided: somebody waits for a time that an assumption forbids"),
            details};
    case Ending::Stuck:
        if (!unchecked.isEmpty())
            break;
        return {CheckOutcome::Holds,
            SteppedVerdictWords::tr("Finished, but somebody waits for ever; no check forbids that"),
            details};
    case Ending::Complete:
    case Ending::Open:
        break;
    }
    if (!unchecked.isEmpty())
        return {CheckOutcome::NotChecked,
            SteppedVerdictWords::tr("Finished, but not all checks could be judged: %1")
                .arg(clauseList(unchecked)),
            details};
    return {CheckOutcome::Holds,
        SteppedVerdictWords::tr("Finished after %n step(s): nothing was violated", nullptr, step),
        details};
}

QString haltWords(const SteppedRun &run, int from)
{
    const int steps = int(run.steps.size());
    if (violatedAt(run, steps) != 0 || run.ending != Ending::Open)
        return {};
    const int taken = steps - from;
    if (taken >= RandomStepper::mostSteps)
        return SteppedVerdictWords::tr(
            "Nothing was violated in %n step(s) by chance, and the run is not over. Run it on from "
            "here, or explore: that looks at all interleavings, not at one.",
            nullptr, taken);
    QStringList possible;
    for (const StepAhead &each : run.ahead) {
        if (each.isPossible())
            possible << actionWords(run, each);
    }
    return SteppedVerdictWords::tr("No client can go on by itself from here. You can choose: %1.")
        .arg(nameList(possible));
}

} // namespace lockstep

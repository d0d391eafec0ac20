#include "ui/lab/words/tracewords.h"

#include "ui/lab/words/stepwords.h"
#include "ui/text/errormessage.h"
#include "ui/text/listwords.h"

#include <QCoreApplication>

#include <algorithm>

namespace lockstep {

namespace {

class TraceWords
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::TraceWords)
};

constexpr int longestQuoted = 40; // characters of a word that is no step

bool isOfSameThread(const TraceStep &one, const TraceStep &other)
{
    return one.kind == other.kind && one.client == other.client && one.thread == other.thread;
}

// The first step of the trace that the run has not taken. Steps by which a thread only goes on are
// left out of a run in which it has gone on already, see Stepper::replay().
std::size_t firstNotTaken(const SteppedRun &run, const Trace &trace)
{
    std::size_t at = 0;
    for (const TraceStep &taken : run.trace) {
        while (at < trace.size() && trace[at] != taken && trace[at].goesOn)
            ++at;
        ++at;
    }
    const auto hasGoneOn = [&](const TraceStep &step) {
        return step.goesOn
            && std::any_of(run.ahead.begin(), run.ahead.end(), [&](const StepAhead &each) {
                   return isOfSameThread(each.step, step) && !each.step.goesOn
                       && each.step.number == step.number + 1;
               });
    };
    while (at < trace.size() && hasGoneOn(trace[at]))
        ++at;
    return at;
}

} // namespace

QString misreadWords(const QString &text, const Error &error)
{
    const QStringList words = text.simplified().split(u' ');
    const auto wrong = std::find_if(
        words.begin(), words.end(), [](const QString &word) { return !traceFromText(word); });
    if (wrong == words.end())
        return error.detail; // every word is a step, so the trace is too long
    return TraceWords::tr(
        "“%1”, word %2 of the trace, is not a step. Steps are A1 (the first one of "
        "A), A1' (A goes on after it), A1=2 (it chooses 2), A0 (A starts only now), "
        "A~1 (of its second thread), T (time), X(A) (crash), P(A) and U(A) (pause, "
        "resume), N(0) (server 0 restarts), F (failover), L(A) (a request of A is "
        "lost).")
        .arg(foreignWords(wrong->left(longestQuoted)), QString::number(wrong - words.begin() + 1));
}

int firstRefusedStep(const SteppedRun &run, const Trace &refused)
{
    const std::size_t fitting = firstNotTaken(run, refused);
    if (refused.size() <= fitting)
        return 0;
    const bool canBeTaken = std::any_of(run.ahead.begin(), run.ahead.end(),
        [&](const StepAhead &each) { return each.isPossible() && each.step == refused[fitting]; });
    return canBeTaken ? 0 : int(fitting) + 1;
}

QString refusalWords(const SteppedRun &run, const Trace &refused)
{
    const int number = firstRefusedStep(run, refused);
    if (number == 0)
        return {};
    const TraceStep &step = refused[std::size_t(number - 1)];
    QString why = TraceWords::tr("there is no such step");
    QString bound; // the sentence about the bound that forbids the step, if one does
    QStringList possible;
    for (const StepAhead &each : run.ahead) {
        if (each.isPossible())
            possible << traceWord(each.step);
        const bool isAlike = isOfSameThread(each.step, step);
        if (isAlike)
            why = each.isPossible()
                ? TraceWords::tr("its next step is %1").arg(traceWord(each.step))
                : TraceWords::tr("not now, %1").arg(blockedWords(each));
        if (isAlike && each.blockedBy == BlockedBy::Budget)
            bound = refusalWords(run, each);
    }
    const QString instead = possible.isEmpty()
        ? TraceWords::tr("Nothing is possible, the run is over.")
        : TraceWords::tr("Possible: %1.").arg(nameList(possible));
    const QString from = QString::number(number);
    if (!bound.isEmpty()) {
        //: Not possible now: crash A. The bound …; Possible: B1.
        return TraceWords::tr("The trace does not fit from step %1 on. %2 %3")
            .arg(from, bound, instead);
    }
    return TraceWords::tr("The trace does not fit from step %1 on. %2 cannot be taken: %3. %4")
        .arg(from, traceWord(step), why, instead);
}

} // namespace lockstep

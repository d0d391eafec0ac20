#include "ui/lab/words/gradewords.h"

#include "ui/lab/words/verdictwords.h"
#include "ui/text/wording.h"

#include <QCoreApplication>

namespace lockstep {

namespace {

class GradeWords
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::GradeWords)
};

QString withWay(const QString &sentence, const Grade &grade)
{
    const auto &counterexample = grade.finding->counterexample;
    if (!counterexample || counterexample->trace.empty())
        return sentence;
    return GradeWords::tr("%1 The shortest way: %2", "a sentence; a trace")
        .arg(sentence, traceText(counterexample->trace));
}

// Adds that each app server has its own mutexes. A solution that relies on a mutex can be refuted
// by an interleaving that is impossible with a single app server, which would puzzle its author.
QString withAppServers(const QString &sentence, const Grade &grade)
{
    const auto servers = grade.options.settings.find("servers");
    if (servers == grade.options.settings.end() || servers->second < 2 || !grade.usesMutexes)
        return sentence;
    return GradeWords::tr(
        "%1 The clients are spread over %2 app servers, and each has its own mutexes.",
        "a sentence; a number, at least 2")
        .arg(sentence, QString::number(servers->second));
}

// Why the check had nothing to judge.
QString unmarkedReason(const Grade &grade)
{
    const Check &check = grade.finding->check;
    const QString words = unmarkedWords(check, grade.marked);
    return words.isEmpty() ? GradeWords::tr("nobody is inside “%1” while a command runs")
                                 .arg(wording::key(check.name, 40))
                           : words;
}

} // namespace

QString gradeSentence(const Grade &grade)
{
    const QString check =
        grade.finding ? checkWords(grade.finding->check, grade.options.settings) : QString();
    switch (grade.outcome) {
    case Grade::Outcome::Solved:
        return GradeWords::tr(
            "Solved: the checks hold in every interleaving within the bounds, and the "
            "clients still do their work.");
    case Grade::Outcome::Malformed:
        return GradeWords::tr("Not solved. %1", "a mistake in the file").arg(grade.mistake);
    case Grade::Outcome::Violated:
        return withWay(
            withAppServers(
                GradeWords::tr("Not solved: this does not hold: %1.", "a check").arg(check), grade),
            grade);
    case Grade::Outcome::DoesNoWork:
        return withWay(
            GradeWords::tr(
                "Not solved: the clients no longer do their work. Even without faults this "
                "does not hold: %1.",
                "a check")
                .arg(check),
            grade);
    case Grade::Outcome::NoNumber:
        return GradeWords::tr("Not solved: the check “%1” could not be judged: %2.")
            .arg(check, noNumberWords(grade.finding->check));
    case Grade::Outcome::NothingMarked:
        return GradeWords::tr(
            "Not solved: the check “%1” holds only because nothing is told to it: %2.")
            .arg(check, unmarkedReason(grade));
    case Grade::Outcome::Undecided:
        if (grade.wasCancelled)
            return GradeWords::tr("The check was cancelled.");
        if (grade.endsForbidden)
            return GradeWords::tr(
                "Not solved: somebody sleeps or waits inside for as long as a lease, "
                "or longer, and it is assumed that work is shorter.");
        if (grade.needsMoreTime)
            return grade.options.bounds.time == 0
                ? GradeWords::tr(
                    "Not solved: somebody waits for a key to expire or for a sleep to end, where "
                    "no time passes. Let whoever is done wake those who wait.")
                : GradeWords::tr("Not solved: somebody still waits for a key to expire or for a "
                                 "sleep to end after %n time step(s), and no more are taken here. "
                                 "Fewer deadlines and sleeps need fewer of them.",
                    nullptr, grade.options.bounds.time);
        return grade.tookTooLong
            ? GradeWords::tr(
                "Not solved: there are more interleavings than could be executed in the time "
                "that was given. Fewer commands, and fewer keys that expire, make fewer of them.")
            : GradeWords::tr(
                "Not solved: not everything could be executed, because it goes on for ever, "
                "or takes too much memory or time.");
    case Grade::Outcome::Failed:
        break;
    }
    return GradeWords::tr("It could not be graded. %1", "an error").arg(grade.mistake);
}

} // namespace lockstep

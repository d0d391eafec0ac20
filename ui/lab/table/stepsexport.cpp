#include "ui/lab/table/stepsexport.h"

#include "ui/export/csvcell.h"

namespace lockstep {

namespace {

QString changesOf(const StepTaken &step)
{
    QStringList parts;
    for (const KeyEffect &each : step.keys)
        parts << QStringLiteral("%1: %2 → %3")
                     .arg(QString::fromUtf8(each.key), QString::fromUtf8(each.before),
                         QString::fromUtf8(each.after));
    return parts.join(QStringLiteral("; "));
}

QString violatedBy(const SteppedRun &run, const StepTaken &step)
{
    QStringList checks;
    for (std::size_t i = 0; i < run.round->results.size() && i < 32; ++i) {
        if (step.violated >> i & 1)
            checks << QString::fromUtf8(run.round->results[i].check.words);
    }
    return checks.join(QStringLiteral("; "));
}

} // namespace

QByteArray stepsToCsv(const SteppedRun &run)
{
    QByteArray csv("number,step,client,command,reply,changes,line,violated\r\n");
    for (std::size_t i = 0; i < run.steps.size(); ++i) {
        const StepTaken &step = run.steps[i];
        const QStringList cells{
            QString::number(i + 1),
            traceWord(step.step),
            step.client < 0 ? QString()
                            : csvCell(QString::fromUtf8(
                                run.round->history.clients[std::size_t(step.client)].name)),
            csvCell(QString::fromUtf8(step.command)),
            csvCell(QString::fromUtf8(step.reply)),
            csvCell(changesOf(step)),
            step.line > 0 ? QString::number(step.line) : QString(),
            csvCell(violatedBy(run, step)),
        };
        csv += cells.join(u',').toUtf8() + "\r\n";
    }
    return csv;
}

} // namespace lockstep

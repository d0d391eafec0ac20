// Implements `lockstep lab replay`. Stepping blocks, and nothing else waits here, so it is done on
// the main thread, and Ctrl-C ends the program with its server. If a step is not possible, the
// steps before it are printed first.

#include "app/commands/replaycommand.h"

#include "app/commands/expectation.h"
#include "app/terminal/output.h"
#include "core/lab/json/steppedrunjson.h"
#include "core/lab/loader/scenariofile.h"
#include "core/lab/step/stepper.h"
#include "core/lab/step/steppersnapshot.h"
#include "core/lab/step/tracebounds.h"
#include "ui/lab/words/narration.h"
#include "ui/lab/words/stepwords.h"
#include "ui/lab/words/tracewords.h"
#include "ui/text/errormessage.h"
#include "ui/text/wording.h"

#include <QCoreApplication>
#include <QJsonDocument>

namespace lockstep {

namespace {

class ReplayWords
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::ReplayCommand)
};

QString markSentence(const SteppedRun &run, const MarkRecord &mark)
{
    const QString client = wording::key(run.round->history.clients[mark.client].name, 24);
    const QString name = wording::key(run.round->history.texts[mark.name].toByteArray(), 40);
    switch (mark.kind) {
    case MarkRecord::Kind::Enter:
        return ReplayWords::tr("%1 enters %2").arg(client, name);
    case MarkRecord::Kind::Leave:
        return ReplayWords::tr("%1 leaves %2").arg(client, name);
    case MarkRecord::Kind::Count:
        return ReplayWords::tr("%1 counts %2 %3").arg(client, name, QString::number(mark.value));
    case MarkRecord::Kind::Event:
        break;
    }
    const QByteArray text = run.round->history.texts[mark.text].toByteArray();
    return ReplayWords::tr("%1 says %2 %3")
        .arg(client, name, mark.text == 0 ? QString::number(mark.value) : wording::key(text, 40));
}

class Sheet
{
public:
    explicit Sheet(const SteppedRun &run)
        : m_run(run)
        , m_numberWidth(int(QString::number(run.steps.size()).size()))
    {
        m_wordWidth = 2;
        const auto measure = [this](const TraceStep &step) {
            m_wordWidth = std::max(m_wordWidth, int(traceWord(step).size()));
        };
        std::for_each(run.trace.begin(), run.trace.end(), measure);
        for (const StepAhead &each : run.ahead) {
            if (each.isPossible() || each.step.kind == TraceStep::Kind::Client)
                measure(each.step);
        }
    }

    QString text()
    {
        writeWhatFollows(0, m_run.violatedAtOnce);
        for (size_t i = 0; i < m_run.steps.size(); ++i)
            writeStep(int(i) + 1, m_run.steps[i]);
        writeVerdict();
        writeAhead();
        return m_lines.join(u'\n');
    }

private:
    void writeStep(int number, const StepTaken &taken)
    {
        QString line = QStringLiteral("%1  %2  ")
                           .arg(QString::number(number).rightJustified(m_numberWidth),
                               traceWord(taken.step).leftJustified(m_wordWidth));
        line += actionWords(m_run, taken);
        if (!taken.reply.isEmpty())
            line += QStringLiteral(" → ") + wording::key(taken.reply, 200);
        m_lines << line;
        const QString effect = effectWords(m_run, taken);
        if (!effect.isEmpty())
            m_lines << indented(effect);
        writeWhatFollows(number, taken.violated);
    }

    void writeConsequences(int number)
    {
        if (number == 0)
            return;
        for (const QString &sentence : m_consequences[std::size_t(number - 1)])
            m_lines << indented(sentence);
    }

    void writeWhatFollows(int number, quint32 violated)
    {
        // A client that crashes also leaves its state, which is left out here: the crash says it.
        const bool isCrash =
            number > 0 && m_run.steps[std::size_t(number - 1)].step.kind == TraceStep::Kind::Crash;
        for (const MarkRecord &mark : marksOf(m_run, number)) {
            if (!isCrash || mark.kind != MarkRecord::Kind::Leave)
                m_lines << indented(markSentence(m_run, mark));
        }
        writeConsequences(number);
        if (violated != 0)
            m_lines << indented(
                ReplayWords::tr("violated: %1").arg(violatedChecksWords(m_run, violated)));
    }

    void writeVerdict()
    {
        for (const CheckResult &result : m_run.round->results)
            m_lines << ReplayWords::tr("%1: %2", "check: sentence")
                           .arg(checkWords(result.check, m_run.options.settings),
                               result.outcome == CheckOutcome::Violated ? violatedSentence(result)
                                                                        : openSentence(result));
    }

    // Leaves out the note about what no client has marked: that is known only at the end of a run.
    [[nodiscard]] QString violatedSentence(const CheckResult &result) const
    {
        return result.first ? violationSentence(result.check, *result.first, *m_run.round)
                            : checkSentence(result, *m_run.round);
    }

    [[nodiscard]] QString openSentence(const CheckResult &result) const
    {
        if (result.outcome == CheckOutcome::Undecided)
            return ReplayWords::tr("looked at when the run is over");
        if (result.outcome == CheckOutcome::NotChecked)
            return ReplayWords::tr("not checked: %1").arg(noNumberWords(result.check));
        return m_run.ending == Ending::Open ? ReplayWords::tr("holds so far")
                                            : ReplayWords::tr("holds");
    }

    void writeAhead()
    {
        const QString ending = endingSentence();
        if (!ending.isEmpty()) {
            m_lines << ending;
            return;
        }
        m_lines << ReplayWords::tr("Possible now:");
        for (const StepAhead &each : m_run.ahead) {
            if (each.isPossible())
                m_lines << ahead(each);
        }
        bool isFirst = true;
        for (const StepAhead &each : m_run.ahead) {
            const bool isOfInterest = each.step.kind == TraceStep::Kind::Client
                && !each.isPossible() && !each.command.isEmpty()
                && each.blockedBy != BlockedBy::Crashed;
            if (!isOfInterest)
                continue;
            if (isFirst)
                m_lines << ReplayWords::tr("Not yet:");
            isFirst = false;
            m_lines << ReplayWords::tr("%1: %2", "step: why it cannot be taken")
                           .arg(ahead(each), blockedWords(each));
        }
    }

    [[nodiscard]] QString endingSentence() const
    {
        switch (m_run.ending) {
        case Ending::Open:
            break;
        case Ending::Complete:
            return ReplayWords::tr("The run is over.");
        case Ending::Stuck:
            return ReplayWords::tr("Stuck: nobody can go on any more.");
        case Ending::Undecided:
            return ReplayWords::tr("Undecided: nobody can go on before time has passed, and --time "
                                   "allows no more of it.");
        case Ending::Forbidden:
            return ReplayWords::tr("Undecided: nobody can go on before time has passed, and an "
                                   "assumption forbids that.");
        }
        return {};
    }

    [[nodiscard]] QString ahead(const StepAhead &each) const
    {
        return QStringLiteral("  ") + traceWord(each.step).leftJustified(m_wordWidth)
            + QStringLiteral("  ") + actionWords(m_run, each);
    }

    [[nodiscard]] QString indented(const QString &text) const
    {
        return QString(m_numberWidth + 2 + m_wordWidth + 2, u' ') + text;
    }

    const SteppedRun &m_run;
    const std::vector<QStringList> m_consequences = consequencesOfAll(m_run);
    int m_numberWidth = 1;
    int m_wordWidth = 2;
    QStringList m_lines;
};

int fail(const Error &error)
{
    printMessage(errorMessage(error, {}));
    return 1;
}

} // namespace

QString replayFailure(const SteppedRun &run, const Trace &trace, const Error &error)
{
    const QString refusal =
        error.code == ErrorCode::BadInput ? refusalWords(run, trace) : QString();
    return refusal.isEmpty() ? errorMessage(error, {}) : refusal;
}

int runReplay(const Arguments &arguments)
{
    const auto scenario = findScenario(arguments.lab.scenario);
    if (!scenario)
        return refuse(scenario.error());
    const auto asked = arguments.lab.explorationOf(**scenario);
    if (!asked)
        return refuse(asked.error());
    const auto options = optionsFor(*scenario, *asked, *arguments.lab.trace);
    if (!options)
        return fail(options.error());
    auto stepper = Stepper::make(*scenario, *options);
    if (!stepper)
        return fail(stepper.error());
    const auto replayed = stepper->replay(*arguments.lab.trace);
    const SteppedRunPtr run = steppedRun(*stepper);
    const QByteArray text = arguments.lab.json
        ? QJsonDocument(steppedRunToJson(*run)).toJson(QJsonDocument::Compact)
        : Sheet(*run).text().toUtf8();
    if (!printLine(text))
        return 1;
    if (!replayed) {
        printMessage(replayFailure(*run, *arguments.lab.trace, replayed.error()));
        return 1;
    }
    const bool isViolated = run->firstViolation().has_value();
    const auto &results = run->round->results;
    const auto hasCome = [&](CheckOutcome outcome) {
        return std::any_of(results.begin(), results.end(),
            [outcome](const CheckResult &each) { return each.outcome == outcome; });
    };
    const bool isUndecided = run->ending == Ending::Undecided || run->ending == Ending::Forbidden
        || hasCome(CheckOutcome::Undecided);
    const bool isUnchecked = results.empty() || hasCome(CheckOutcome::NotChecked);
    const CheckOutcome outcome = isViolated ? CheckOutcome::Violated
        : isUndecided                       ? CheckOutcome::Undecided
        : isUnchecked                       ? CheckOutcome::NotChecked
                                            : CheckOutcome::Holds;
    return expectedStatus(arguments.lab, outcome, isViolated ? 3 : 0);
}

} // namespace lockstep

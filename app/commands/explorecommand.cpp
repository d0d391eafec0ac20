// `lockstep lab explore`. Explorer::explore() returns only when the exploration is over, so it runs
// on a thread of its own. The main thread runs the event loop meanwhile, for Ctrl-C, which ends the
// exploration early with what it has found so far. Counts of interleavings are decimal texts, for
// they outgrow every integer.

#include "app/commands/explorecommand.h"

#include "app/commands/eachscenario.h"
#include "app/commands/expectation.h"
#include "app/terminal/interrupt.h"
#include "app/terminal/output.h"
#include "core/lab/explore/explorer.h"
#include "core/lab/json/explorationjson.h"
#include "core/lab/loader/scenariofile.h"
#include "ui/lab/words/explorationwords.h"
#include "ui/lab/words/replaycommandline.h"
#include "ui/lab/words/verdictwords.h"
#include "ui/text/errormessage.h"
#include "ui/text/listwords.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QTimer>

#include <future>

namespace lockstep {

namespace {

using namespace std::chrono_literals;

constexpr auto lookEvery = 10ms;

class ExploreWords
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::ExploreCommand)
};

QString countWords(const QByteArray &decimal)
{
    return decimal == mostInterleavings ? beyondCountingWords() : QString::fromLatin1(decimal);
}

QString verdictSentence(const Exploration &exploration)
{
    const auto all = countWords(exploration.interleavings);
    if (exploration.verdict == CheckOutcome::Violated && exploration.endedEarly())
        return ExploreWords::tr("Violated; %1").arg(earlyEndWords(exploration));
    if (exploration.verdict == CheckOutcome::Violated && exploration.interleavings == "1")
        return ExploreWords::tr("Violated in the only interleaving");
    if (exploration.verdict == CheckOutcome::Violated)
        return ExploreWords::tr("Violated in %1 of %2 interleavings")
            .arg(countWords(exploration.violating), all);
    if (exploration.endedEarly())
        return ExploreWords::tr("Undecided: %1").arg(earlyEndWords(exploration));
    if (exploration.verdict == CheckOutcome::Undecided)
        return undecidedWords(exploration, countWords(exploration.undecided), all);
    return exploration.verdict == CheckOutcome::NotChecked ? notCheckedWords(exploration)
                                                           : holdsWords(exploration, all);
}

QString boundsSentence(const Exploration &exploration)
{
    const QStringList walked{ExploreWords::tr("%n state(s)", nullptr, int(exploration.states)),
        ExploreWords::tr("%n transition(s)", nullptr, int(exploration.transitions)),
        QString::fromUtf8(exploration.server)};
    QStringList parts{boundsWords(*exploration.scenario, exploration.options),
        unexploredWords(exploration.unexplored), assumedWords(exploration.options.assumptions),
        commaList(walked)};
    parts.removeAll(QString());
    return clauseList(parts);
}

// One check in a sentence. If the exploration ended early, the sentence has no numbers of
// interleavings, because they are unknown then.
QString outcomeSentence(const CheckFinding &finding, const Exploration &exploration)
{
    const bool endedEarly = exploration.endedEarly();
    if (finding.verdict == CheckOutcome::Violated) {
        const QString violated = endedEarly
            ? ExploreWords::tr("violated")
            : ExploreWords::tr("violated in %1 of %2")
                  .arg(countWords(finding.violating), countWords(exploration.interleavings));
        if (!finding.counterexample)
            return violated;
        return ExploreWords::tr("%1; %2", "outcome; the smallest way")
            .arg(violated,
                smallestWords(
                    *finding.counterexample, endedEarly, traceText(finding.counterexample->trace)));
    }
    if (finding.verdict == CheckOutcome::NotChecked)
        return ExploreWords::tr("not checked: %1").arg(noNumberWords(finding.check));
    return finding.verdict == CheckOutcome::Holds ? ExploreWords::tr("holds")
                                                  : ExploreWords::tr("undecided");
}

QString findingSentence(const CheckFinding &finding, const Exploration &exploration)
{
    QString sentence = outcomeSentence(finding, exploration);
    for (const QString &note :
        {unmarkedWords(finding.check, exploration.marked), sumHintWords(finding)}) {
        if (!note.isEmpty())
            sentence = ExploreWords::tr("%1; %2", "outcome; note").arg(sentence, note);
    }
    return sentence;
}

QString sentences(const Exploration &exploration)
{
    QStringList lines{verdictSentence(exploration), boundsSentence(exploration)};
    for (const CheckFinding &each : exploration.checks)
        lines << ExploreWords::tr("  %1: %2")
                     .arg(checkWords(each.check, exploration.options.settings),
                         findingSentence(each, exploration));
    return lines.join(u'\n');
}

int print(const Exploration &exploration, const Arguments &arguments)
{
    const auto text = arguments.lab.json
        ? QJsonDocument(explorationToJson(exploration)).toJson(QJsonDocument::Compact)
        : sentences(exploration).toUtf8();
    if (!printLine(text))
        return 1;
    return expectedStatus(arguments.lab, outcomeOf(exploration),
        exploration.verdict == CheckOutcome::Violated        ? 3
            : exploration.verdict == CheckOutcome::Undecided ? 1
                                                             : 0);
}

// Prints why there is no result and returns the exit status. If a step met a mistake in the
// scenario, it also prints how to step to it: `way` has the steps, and is empty if there is no such
// mistake.
int fail(const Error &error, const TracedViolation &way, const Arguments &arguments)
{
    if (arguments.lab.json && error.code == ErrorCode::BadInput) {
        const auto json = mistakeToJson(way.scenario, way.options, error.detail, way.trace);
        printLine(QJsonDocument(json).toJson(QJsonDocument::Compact));
    }
    QString text = errorMessage(error, {});
    if (!way.trace.empty())
        text +=
            u'\n' + ExploreWords::tr("Step it: %1").arg(replayCommand(way, arguments.lab.scenario));
    printMessage(text);
    return 1;
}

CommandEnd exploreOne(const ScenarioPtr &scenario, const Arguments &arguments)
{
    const ExploreOptions options = *arguments.lab.explorationOf(*scenario);
    Explorer explorer(scenario, options);
    Interrupt interrupt;
    CommandEnd end{1}; // a failure, until there is a result
    QObject::connect(&interrupt, &Interrupt::received, QCoreApplication::instance(), [&] {
        end.isInterrupted = true;
        explorer.cancel();
    });
    auto walk = std::async(std::launch::async, [&] {
        return explorer.explore([](const ExploreProgress &progress) {
            printProgress(ExploreWords::tr("%1 states, %2 transitions")
                              .arg(progress.states)
                              .arg(progress.transitions));
        });
    });
    // The thread sends no event when it ends, for that takes memory, which may have run out.
    QTimer look;
    QObject::connect(&look, &QTimer::timeout, QCoreApplication::instance(), [&walk] {
        if (walk.wait_for(0s) == std::future_status::ready)
            QCoreApplication::quit();
    });
    look.start(lookEvery);
    QCoreApplication::exec();
    const Result<Exploration> exploration = walk.get(); // throws what the thread threw
    printProgress({}); // clears the line
    end.status = exploration
        ? print(*exploration, arguments)
        : fail(exploration.error(), {scenario, options, explorer.pathToMistake()}, arguments);
    return end;
}

} // namespace

int runExplore(const Arguments &arguments)
{
    const auto isUsable = [&](const Scenario &scenario) -> Result<void> {
        const auto options = arguments.lab.explorationOf(scenario);
        return options ? Result<void>() : tl::unexpected(options.error());
    };
    return forEachScenario(arguments, isUsable, exploreOne);
}

} // namespace lockstep

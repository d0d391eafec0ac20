// `lockstep lab list` and `lab run`. The result goes to standard output, as sentences or as JSON.
// Progress and questions go to standard error. Ctrl-C ends the run and prints what there is within
// a second: what would take longer, judging and finding the steps of a violation, is given up then,
// and at last the result itself.

#include "app/commands/labcommand.h"

#include "app/commands/eachscenario.h"
#include "app/commands/expectation.h"
#include "app/commands/tracedrun.h"
#include "app/profiles/savedprofiles.h"
#include "app/terminal/confirmation.h"
#include "app/terminal/interrupt.h"
#include "app/terminal/output.h"
#include "core/lab/freerun/rounds/freerunsession.h"
#include "core/lab/json/runjson.h"
#include "core/lab/loader/scenariofile.h"
#include "core/redis/identity/productioncheck.h"
#include "core/redis/values/errorclasses.h"
#include "ui/connect/profilewords.h"
#include "ui/lab/words/replaycommandline.h"
#include "ui/lab/words/verdictwords.h"
#include "ui/text/errormessage.h"
#include "ui/text/listwords.h"
#include "ui/text/wording.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QSettings>
#include <QTimer>

#include <algorithm>
#include <atomic>
#include <thread>

namespace lockstep {

namespace {

class LabWords
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::LabCommand)
};

QString stepSentence(const Result<TracedViolation> &traced, const QString &scenario)
{
    if (traced)
        return LabWords::tr("    Step it: %1").arg(replayCommand(*traced, scenario));
    const Error &error = traced.error(); // the error is a whole sentence
    if (error.code == ErrorCode::Cancelled)
        return LabWords::tr(
            "    It is not known how to step it: judging ended before all of it was "
            "looked at");
    return LabWords::tr("    It cannot be stepped: %1")
        .arg(error.code == ErrorCode::BadInput ? error.detail : errorMessage(error, {}));
}

// Says when a fault at a line did nothing because no client came to that line: “held” alone would
// not show it.
void tellFaultsThatNeverHappened(const Run &run)
{
    const auto tell = [&](const RunOptions::Fault &fault, Incident::Kind kind, const char *option) {
        const auto &all = run.history.incidents;
        const bool hasHappened = std::any_of(
            all.begin(), all.end(), [&](const Incident &each) { return each.kind == kind; });
        if (fault.line > 0 && !hasHappened)
            printMessage(LabWords::tr("%1 line:%2 has done nothing: no client came to a command "
                                      "at that line.")
                             .arg(QLatin1String(option), QString::number(fault.line)));
    };
    tell(run.options.crash, Incident::Kind::Crash, "--crash");
    tell(run.options.pause, Incident::Kind::Pause, "--pause");
}

// The verdict, the figures below it, and then each check.
QString sentences(const Run &run, const Traces &traces, const QString &scenario)
{
    const Verdict verdict = verdictOf(run);
    QStringList lines{verdict.sentence, verdict.details};
    for (size_t i = 0; i < run.results.size(); ++i) {
        const CheckResult &result = run.results[i];
        lines << LabWords::tr("  %1: %2", "check: sentence")
                     .arg(checkWords(result.check, run.options.settings),
                         checkSentence(result, run));
        if (traces[i])
            lines << stepSentence(*traces[i], scenario);
    }
    QStringList counts;
    for (const auto &[name, value] : run.counts)
        counts << QStringLiteral("%1 %2").arg(QString::fromUtf8(name), QString::number(value));
    if (!counts.isEmpty())
        lines << QStringLiteral("  ") + commaList(counts);
    if (run.isOfOthers)
        lines << LabWords::tr(
            "The order is not exact because MONITOR, which tells it, shows the commands of all "
            "clients and is not used on a server of others. It costs this: values are looked at "
            "only now and then, and what they were in between is not checked.");
    return lines.join(u'\n');
}

class LabRun : public QObject
{
public:
    LabRun(const ScenarioPtr &scenario, const RunOptions &options, const RunTarget &place,
        const Arguments &arguments)
        : m_run(scenario, options, place)
        , m_arguments(arguments)
    {
        // Three stages, at most 350 ms apart, end the command within a second of Ctrl-C; see
        // giveUp().
        m_patience.setSingleShot(true);
        m_patience.setInterval(std::chrono::milliseconds(350));
        connect(&m_interrupt, &Interrupt::received, this, &LabRun::giveUp);
        connect(&m_patience, &QTimer::timeout, this, &LabRun::giveUp);
        connect(&m_run, &FreeRunSession::finished, this, &LabRun::trace);
        connect(&m_run, &FreeRunSession::failed, this, [this](const Error &error) { fail(error); });
        connect(&m_run, &FreeRunSession::progressed, this,
            [](const RunProgress &progress) { printProgress(progressSentence(progress)); });
    }

    int play()
    {
        if (const auto started = m_run.start(); !started) {
            fail(started.error());
            return 1;
        }
        return QCoreApplication::exec();
    }
    [[nodiscard]] bool isInterrupted() const { return m_interrupts > 0; }

private:
    // Ends the command one step at a time, at each Ctrl-C or when the last one had no effect in
    // time: first playing, then judging, then waiting for a result.
    void giveUp()
    {
        ++m_interrupts;
        m_run.stop();
        m_patience.start();
        if (m_interrupts > 2)
            QCoreApplication::exit(m_interrupt.exitStatus());
    }

    void printServerError(const Error &error) const
    {
        printError(error, m_arguments.endpoint ? m_arguments.endpoint->display() : QString());
    }

    void fail(const Error &error)
    {
        printProgress({});
        printServerError(error);
        if (error.code == ErrorCode::NoPerm)
            printMessage(LabWords::tr("All rights that the lab needs: lockstep acl --lab."));
        QCoreApplication::exit(1);
    }

    // Finds the steps of violations, on a thread of its own because stepping blocks. The Ctrl-C
    // that stopped the run does not stop this; it takes another one, so that a long run still shows
    // its violations.
    void trace(const RunPtr &run)
    {
        const int last = m_interrupts == 0 ? 1 : 2;
        m_tracing = std::jthread([this, run, last](const std::stop_token &stop) {
            const Traces traces = tracesOf(*run,
                [this, last, &stop] { return !stop.stop_requested() && m_interrupts < last; });
            QMetaObject::invokeMethod(
                this, [this, run, traces] { finish(*run, traces); }, Qt::QueuedConnection);
        });
    }

    [[nodiscard]] QByteArray json(const Run &run, const Traces &traces) const
    {
        std::vector<TracePtr> steps;
        for (const auto &each : traces)
            steps.push_back(each && *each ? &**each : nullptr);
        return QJsonDocument(runToJson(run, steps)).toJson(QJsonDocument::Compact);
    }

    void finish(const Run &run, const Traces &traces)
    {
        printProgress({});
        const auto text = m_arguments.lab.json
            ? json(run, traces)
            : sentences(run, traces, m_arguments.lab.scenario).toUtf8();
        const bool printed = printLine(text);
        if (!run.mistake.isEmpty())
            printMessage(run.mistake);
        if (run.serverLoss)
            printServerError(*run.serverLoss);
        tellFaultsThatNeverHappened(run);
        const bool isDone = printed && run.mistake.isEmpty();
        QCoreApplication::exit(isDone ? statusOf(run) : 1);
    }

    [[nodiscard]] int statusOf(const Run &run) const
    {
        const bool isViolated = std::any_of(run.results.begin(), run.results.end(),
            [](const CheckResult &each) { return each.outcome == CheckOutcome::Violated; });
        const bool isWhole = !run.stopped && !run.serverLoss && !run.history.rounds.empty();
        const CheckOutcome outcome = isViolated ? CheckOutcome::Violated
            : run.results.empty()               ? CheckOutcome::NotChecked
            : isWhole                           ? verdictOf(run).outcome
                                                : CheckOutcome::Undecided;
        const bool isDecided = isWhole && outcome != CheckOutcome::Undecided;
        return expectedStatus(m_arguments.lab, outcome, isViolated ? 3 : isDecided ? 0 : 1);
    }

    FreeRunSession m_run;
    const Arguments &m_arguments;
    Interrupt m_interrupt;
    QTimer m_patience;
    std::atomic<int> m_interrupts = 0;
    std::jthread m_tracing; // declared last, because its thread uses the other members
};

// Asks whether clients may run on the user's server.
bool consents(const Arguments &arguments, const Scenario &scenario, int clients)
{
    if (arguments.yes)
        return true;
    printMessage(
        LabWords::tr("“%1” is about to be played on %2: %n client(s) write keys that begin "
                     "with {lab:, which are deleted afterwards.",
            nullptr, clients)
            .arg(QString::fromUtf8(scenario.id), arguments.endpoint->display()));
    return confirmed(LabWords::tr("Type yes to play it there: "));
}

// Identifies the user's server, before anything is done there.
Result<ServerIdentity> identityOf(const Endpoint &endpoint, const ProductionServers &production)
{
    if (production.contains(endpoint))
        return tl::unexpected(production.refusal());
    Connection connection(endpoint);
    if (const auto opened = QCoro::waitFor(connection.open()); !opened)
        return tl::unexpected(opened.error());
    return QCoro::waitFor(refuseProduction(&connection, production));
}

// Where to play. Returns nothing if the user's server may not be used, and has printed why.
std::optional<RunTarget> placeOf(
    const Arguments &arguments, const Scenario &scenario, const RunOptions &options)
{
    if (!arguments.endpoint)
        return RunTarget();
    const Endpoint &endpoint = *arguments.endpoint;
    QSettings settings;
    const ProductionServers production(&settings);
    const auto place =
        identityOf(endpoint, production).and_then([&](const ServerIdentity &identity) {
            return RunTarget::onUsersServer(endpoint, identity, production, [&] {
                return consents(arguments, scenario, scenario.clientCount(options.settings));
            });
        });
    if (place)
        return *place;
    if (place.error().code == ErrorCode::Cancelled)
        printMessage(LabWords::tr("Nothing was played."));
    else
        printError(place.error(), endpoint.display());
    if (isAboutCredentials(place.error().code) && !arguments.keychainTrouble.isEmpty())
        printMessage(arguments.keychainTrouble);
    return std::nullopt;
}

} // namespace

QString progressSentence(const RunProgress &progress)
{
    if (progress.judging)
        return LabWords::tr("round %1: judging").arg(progress.round + 1);
    return LabWords::tr("round %1: %2 operations, %3 finished, %4 waiting")
        .arg(QString::number(progress.round + 1), QString::number(progress.operations),
            QString::number(progress.finished), QString::number(progress.waiting));
}

int runLabList(const Arguments &arguments)
{
    const auto &scenarios = shippedScenarios();
    if (arguments.lab.json)
        return printLine(QJsonDocument(scenariosToJson(scenarios)).toJson(QJsonDocument::Compact))
            ? 0
            : 1;
    for (const ScenarioPtr &each : scenarios) {
        const auto line =
            QString::fromUtf8(each->id).leftJustified(32) + each->title.in(wording::language());
        if (!printLine(line.toUtf8()))
            return 1;
    }
    return 0;
}

int runLab(const Arguments &arguments)
{
    if (arguments.endpoint && !arguments.yes && !canAsk()) {
        printMessage(LabWords::tr("Cannot ask: standard input is not a terminal. Add "
                                  "--yes to play it on %1.")
                         .arg(arguments.endpoint->display()));
        return 2;
    }
    const auto isUsable = [&](const Scenario &scenario) -> Result<void> {
        const auto options = arguments.lab.optionsFor(scenario);
        return options ? Result<void>() : tl::unexpected(options.error());
    };
    if (arguments.endpoint) {
        if (const auto marked = markProfilesOfProduction(); !marked)
            printMessage(profilesTrouble(marked.error()));
    }
    return forEachScenario(
        arguments, isUsable, [](const ScenarioPtr &scenario, const Arguments &alone) {
            const RunOptions options = *alone.lab.optionsFor(*scenario);
            const auto place = placeOf(alone, *scenario, options);
            if (!place)
                return CommandEnd{1};
            LabRun run(scenario, options, *place, alone);
            const int status = run.play();
            return CommandEnd{status, run.isInterrupted()};
        });
}

} // namespace lockstep

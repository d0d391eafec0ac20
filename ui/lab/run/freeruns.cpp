// How runs begin and end. A run belongs to the scenario for which it was started, even if another
// one is shown when it ends: it is kept under the key of its scenario, and its verdict goes into
// the list.
//
// A run on the connected server needs the user's consent, which names the server and a number of
// connections; a run with more connections asks again. The consent is forgotten when the connection
// changes.

#include "ui/lab/run/freeruns.h"

#include "core/lab/explore/fixswap.h"
#include "ui/lab/run/runpane.h"
#include "ui/lab/run/serverconsent.h"
#include "ui/lab/settings/runform.h"
#include "ui/lab/words/parameterwords.h"
#include "ui/text/errormessage.h"
#include "ui/text/listwords.h"
#include "ui/text/wording.h"
#include "ui/widgets/panel.h"
#include "ui/widgets/quietsplitter.h"

#include <QScopedValueRollback>

namespace lockstep {

namespace {

// Adapts options to a scenario: keeps the values of its parameters, within their ranges, and drops
// faults at lines that it does not have.
RunOptions fitted(RunOptions options, const Scenario &scenario)
{
    options.settings = scenario.fitted(options.settings, scenario.freeDefaults());
    const auto lines = int(scenario.source.count('\n')) + 1;
    for (RunOptions::Fault *fault : {&options.crash, &options.pause}) {
        if (fault->line > lines)
            fault->line = 0;
    }
    return options;
}

} // namespace

FreeRuns::FreeRuns(const Theme *theme, QWidget *page)
    : QObject(page)
    , m_page(page)
    , m_form(new RunForm)
    , m_kept(new RunPane(theme))
    , m_pane(new RunPane(theme))
    , m_panes(new QuietSplitter(Qt::Horizontal))
    , m_keptPanel(makePanel(theme, m_kept))
{
    m_kept->setObjectName(QStringLiteral("keptRun"));
    m_pane->setObjectName(QStringLiteral("presentRun"));
    m_keptPanel->hide();
    m_panes->addWidget(m_keptPanel);
    m_panes->addWidget(makePanel(theme, m_pane));
    connect(m_form, &RunForm::edited, this, &FreeRuns::changed);
    connect(m_pane, &RunPane::violationShown, this, &FreeRuns::changed);
    connect(
        m_pane, &RunPane::placesChanged, this, [this](const std::map<int, QStringList> &places) {
            Q_EMIT placesChanged(isOfThisProgram(m_pane) ? places : std::map<int, QStringList>());
        });
}

Panel *FreeRuns::makePanel(const Theme *theme, RunPane *pane)
{
    auto *panel = new Panel(theme, {});
    panel->setContent(pane);
    connectPane(pane);
    return panel;
}

void FreeRuns::connectPane(RunPane *pane)
{
    connect(pane, &RunPane::lineHovered, this, [this, pane](int line) {
        if (isOfThisProgram(pane))
            Q_EMIT lineHovered(line);
    });
    connect(pane, &RunPane::lineChosen, this, [this, pane](int line) {
        pane->markLine(line);
        if (isOfThisProgram(pane))
            Q_EMIT lineChosen(line);
    });
    connect(pane, &RunPane::roundShown, this, [this] {
        alignPanes();
        Q_EMIT statusChanged();
    });
    connect(pane, &RunPane::rangeShown, this,
        [this, pane](qint64 from, qint64 until) { followRange(pane, from, until); });
}

QWidget *FreeRuns::panes() const
{
    return m_panes;
}

void FreeRuns::setLanguage(const QString &language)
{
    m_language = language;
    m_form->setLanguage(language);
}

void FreeRuns::setScenario(const QString &key, const ScenarioPtr &scenario, const QString &file)
{
    keepOptions();
    m_key = key;
    m_scenario = scenario;
    m_file = file;
    RunOptions options;
    if (scenario) {
        const auto kept = m_options.find(key);
        options = kept == m_options.end() ? RunOptions::of(*scenario)
                                          : fitted(kept->second, *scenario); // it may have changed
    }
    m_form->setScenario(scenario, options);
    showRun();
}

void FreeRuns::keepOptions()
{
    if (m_form->scenario())
        m_options[m_key] = m_form->options();
}

void FreeRuns::setOptions(const RunOptions &options)
{
    m_form->setScenario(m_scenario, options);
    showRun();
}

void FreeRuns::swapIn(const QString &key, const Scenario &fix)
{
    m_options[key] = runOfFix(m_form->options(), *m_scenario, fix);
}

void FreeRuns::setPlace(const QString &server)
{
    m_place = server;
    // The exact order needs MONITOR, which is not used on a server of the user's.
    m_form->setExactOrderPossible(server.isEmpty());
}

void FreeRuns::forgetConsent()
{
    m_consent.reset();
}

void FreeRuns::run()
{
    if (m_running || !m_scenario || !m_form->problem().isEmpty())
        return;
    const int connections = m_scenario->clientCount(m_form->options().settings);
    const bool agreed =
        m_consent && m_consent->server == m_place && m_consent->connections >= connections;
    if (m_place.isEmpty() || agreed)
        return start();
    askServerConsent(
        m_place, connections, m_page, [this, server = m_place, connections, key = m_key] {
            if (m_place != server)
                return; // another server was chosen meanwhile
            m_consent = Consent{server, connections};
            if (key == m_key)
                run();
        });
}

void FreeRuns::start()
{
    const bool onServer = !m_place.isEmpty();
    m_running = m_scenario;
    m_runningKey = m_key;
    Q_EMIT begun();
    RunOptions options = m_form->options();
    options.exactOrder = options.exactOrder && !onServer;
    m_runningOptions = options;
    m_runningRound = 0;
    m_places[m_key] = m_place;
    m_pane->setProgress({});
    Q_EMIT changed();
    Q_EMIT runRequested(m_running, options, onServer);
}

void FreeRuns::setProgress(const RunProgress &progress)
{
    m_runningRound = progress.round;
    if (!showsProgress())
        return;
    m_pane->setProgress(progress);
    Q_EMIT statusChanged();
}

void FreeRuns::setRun(const RunPtr &run)
{
    const QString key = m_running ? m_runningKey : m_key;
    m_recentRuns.put(key, run);
    const Verdict verdict = verdictOf(*run);
    Q_EMIT found(key, verdict.outcome);
    if (!run->mistake.isEmpty())
        Q_EMIT halted([run] { return verdictOf(*run).sentence; });
    if (run->serverLoss)
        Q_EMIT halted([run, place = m_place] { return errorMessage(*run->serverLoss, place); });
    end();
    if (key == m_key)
        alignPanes();
}

void FreeRuns::setFailure(const Error &error)
{
    Q_EMIT halted([error, place = m_place] { return errorMessage(error, place); });
    end();
}

void FreeRuns::end()
{
    m_running.reset();
    m_runningKey.clear();
    showRun();
    Q_EMIT ended();
}

void FreeRuns::showRun()
{
    if (showsProgress())
        return;
    const RunPtr run = m_scenario ? m_recentRuns.find(m_key) : nullptr;
    if (run && !lastRun())
        return m_pane->setRun(run, tr("before the file was changed"));
    if (run)
        return m_pane->setRun(run, isComparing() ? titleOf(*run->scenario) : QString());
    if (!m_scenario && !m_file.isEmpty())
        return m_pane->setNothing(m_file, tr("It has a mistake and cannot be run."),
            tr("Correct it and save it: it is read again then."));
    if (!m_scenario)
        return m_pane->setNothing(tr("No scenario to run"), {},
            tr("Choose one from the list, or open a file of your own."));
    QStringList must;
    const Settings settings = m_form->options().settings;
    for (const Check &check : m_scenario->checks)
        must << checkWords(check, settings);
    m_pane->setNothing(titleOf(*m_scenario),
        must.isEmpty() ? tr("Not run yet.")
                       : tr("Not run yet. Must hold: %1.").arg(clauseList(must)),
        tr("Run it (Ctrl+R) to see what happens."));
}

void FreeRuns::compare(bool on)
{
    if (on && m_pane->run()) {
        const RunPtr run = m_pane->run();
        const int round = m_pane->round();
        m_keptPanel->show();
        m_kept->setRun(run, titleOf(*run->scenario));
        m_kept->showRoundNumber(round);
        m_pane->setNothing(tr("The next run appears here"), {},
            tr("Change a setting or swap in the fix, and press Run."));
        m_panes->setSizes({1000, 1000});
    } else {
        m_keptPanel->hide();
        const RunPtr run = m_kept->run();
        m_kept->clear();
        if (!m_pane->run() && run && !m_running)
            m_pane->setRun(run, {});
        else if (!m_running)
            showRun();
    }
    alignPanes();
}

// Gives both panes the scale of the longer round.
void FreeRuns::alignPanes()
{
    if (!isComparing() || !m_kept->run() || !m_pane->run())
        return;
    const auto length = std::max(m_kept->roundLength(), m_pane->roundLength());
    m_kept->makeRoom(length);
    m_pane->makeRoom(length);
    followRange(nullptr, 0, length.count());
}

// Shows the same range in both panes. zoomed: the pane whose range has changed; nullptr for none.
void FreeRuns::followRange(const RunPane *zoomed, Moment from, Moment until)
{
    if (m_following || !isComparing())
        return;
    const QScopedValueRollback following(m_following, true);
    for (RunPane *pane : {m_kept, m_pane}) {
        if (pane != zoomed)
            pane->showRange(from, until);
    }
}

void FreeRuns::goToLine(int line)
{
    m_pane->goToLine(line);
}

bool FreeRuns::isComparing() const
{
    return !m_keptPanel->isHidden();
}

bool FreeRuns::isOfThisProgram(const RunPane *pane) const
{
    return m_scenario && pane->run() && pane->run()->scenario->source == m_scenario->source;
}

RunPtr FreeRuns::shownRun() const
{
    return m_pane->run() ? m_pane->run() : m_kept->run();
}

int FreeRuns::shownRound() const
{
    return m_pane->run() ? m_pane->round() : m_kept->round();
}

RunPtr FreeRuns::lastRun() const
{
    const RunPtr run = m_recentRuns.find(m_key);
    return run && m_scenario && run->scenario->source == m_scenario->source ? run : nullptr;
}

int FreeRuns::violation() const
{
    return isOfThisProgram(m_pane) ? m_pane->violation() : -1;
}

QString FreeRuns::problem() const
{
    return m_form->problem();
}

QString FreeRuns::titleOf(const Scenario &scenario) const
{
    return scenarioTitle(scenario, m_language);
}

// Describes the visible run: where it ran, how far it is, and what is needed to repeat it.
QString FreeRuns::statusWords() const
{
    const bool isRunning = showsProgress();
    const RunPtr run = isRunning ? nullptr : m_pane->run();
    if (!isRunning && !run)
        return {};
    const RunOptions &options = isRunning ? m_runningOptions : run->options;
    const auto rounds = run ? int(run->history.rounds.size())
        : options.duration  ? 0
                            : options.rounds;
    const int round = (isRunning ? m_runningRound : m_pane->round()) + 1;
    const auto place = m_places.find(m_key);
    const bool isPrivate = place == m_places.end() || place->second.isEmpty();
    QStringList parts{isPrivate ? tr("private server") : wording::key(place->second.toUtf8(), 40)};
    if (run)
        parts << wording::key(run->server, 40);
    if (rounds > 1)
        parts << tr("round %1 of %2").arg(wording::number(round), wording::number(rounds));
    else if (isRunning && rounds == 0)
        parts << tr("round %1").arg(wording::number(round));
    if (options.seed != 0)
        parts << tr("seed %1").arg(options.seed);
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

} // namespace lockstep

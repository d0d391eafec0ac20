// There is one search at a time. Its result belongs to the scenario it was started for, even if
// another one is shown by the time it ends. A verdict is shown only beside the settings that it is
// about.

#include "ui/lab/step/stepcontroller.h"

#include "ui/lab/explore/exploreview.h"
#include "ui/lab/settings/assumptionswitches.h"
#include "ui/lab/settings/exploreform.h"
#include "ui/lab/step/stepkeys.h"
#include "ui/lab/step/steppanel.h"
#include "ui/lab/step/steptabs.h"
#include "ui/lab/words/explorationwords.h"
#include "ui/lab/words/runorigin.h"
#include "ui/text/wording.h"
#include "ui/widgets/quietsplitter.h"

#include <QVBoxLayout>

namespace lockstep {

namespace {

// An exploration that took longer than this is repeated only when the user asks for it.
constexpr std::chrono::seconds soon(10);

} // namespace

StepController::StepController(const Theme *theme, QWidget *page)
    : QObject(page)
    , m_column(new QWidget)
    , m_panel(new StepPanel(theme))
    , m_form(new ExploreForm)
    , m_assumptions(new AssumptionSwitches(m_column))
    , m_view(new ExploreView(theme))
    , m_runs(new SteppedRuns(this))
    , m_tabs(new StepTabs(theme, m_runs, m_panel, m_column))
    , m_keys(new StepKeys(m_tabs, page))
{
    auto *layout = new QVBoxLayout(m_column);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_assumptions);
    auto *parts = new QuietSplitter(Qt::Vertical, m_column);
    parts->addWidget(m_view);
    parts->addWidget(m_tabs);
    parts->setStretchFactor(0, 0);
    parts->setStretchFactor(1, 1);
    parts->setSizes({140, 460});
    parts->setObjectName(QStringLiteral("exploreParts"));
    layout->addWidget(parts, 1);
    connectParts();
    showParts();
}

void StepController::connectParts()
{
    connect(m_form, &ExploreForm::edited, this, &StepController::apply);
    connect(m_assumptions, &AssumptionSwitches::edited, m_form,
        [this] { m_form->setAssumptions(m_assumptions->assumptions()); });
    connect(m_runs, &SteppedRuns::failed, this, &StepController::failed);
    connect(m_runs, &SteppedRuns::halted, this, &StepController::halted);
    connect(m_runs, &SteppedRuns::begun, this, &StepController::begun);
    connect(m_tabs, &StepTabs::halted, this, &StepController::halted);
    connect(m_keys, &StepKeys::waitingChanged, this, &StepController::changed);
    connect(m_tabs, &StepTabs::changed, this, &StepController::changed);
    connect(m_view, &ExploreView::wayChosen, this, &StepController::openWay);
    connect(m_tabs, &StepTabs::changed, m_view, [this] {
        if (const SteppedRunPtr run = m_runs->shownRun(); run && m_hasWay)
            m_view->showTrace({run->trace.begin(), run->trace.begin() + m_runs->shownStep()});
    });
}

void StepController::setLanguage(const QString &language)
{
    m_form->setLanguage(language);
}

void StepController::setScenario(
    const QString &key, const ScenarioPtr &scenario, const QString &title)
{
    const bool isOther = scenario != m_scenario;
    m_hasWay = m_hasWay && !isOther;
    m_key = key;
    m_scenario = scenario;
    m_title = title;
    m_tabs->setTitle(title);
    m_assumptions->setEnabled(scenario != nullptr);
    if (!scenario) {
        m_form->setScenario(nullptr, {});
        m_runs->setScenario(key, nullptr, {});
        showExploration();
        return;
    }
    m_options.addScenario(key, *scenario);
    const ExploreOptions &options = *m_options.find(key);
    m_form->setScenario(scenario, options);
    m_assumptions->setAssumptions(options.assumptions);
    if (m_form->problem().isEmpty())
        m_runs->setScenario(key, scenario, options);
    else if (isOther)
        m_runs->setScenario(key, nullptr, {}); // until they can be used
    showExploration();
    if (const ExplorationPtr known = exploration(); known && isOther)
        m_unseen = known; // its counterexample is opened again
    openUnseen();
    exploreAgain();
}

void StepController::setOptions(const ExploreOptions &options)
{
    m_options.set(m_key, options);
    setScenario(m_key, m_scenario, m_title);
}

void StepController::openTraced(const TracedViolation &traced, const QString &from)
{
    m_runs->openTraceWith(traced.options, traced.trace, from);
}

void StepController::swapIn(const QString &lesson, const QString &key, const Scenario &fix)
{
    m_options.swapIn(lesson, key, fix);
}

void StepController::apply()
{
    if (!m_scenario)
        return;
    const ExploreOptions options = m_form->options();
    m_assumptions->setAssumptions(options.assumptions);
    m_options.set(m_key, options);
    if (m_form->problem().isEmpty())
        m_runs->setScenario(m_key, m_scenario, options);
    m_hasWay = false;
    showExploration();
    Q_EMIT changed();
}

void StepController::setMode(LabMode mode)
{
    m_mode = mode;
    m_runs->setActive(mode == LabMode::Step);
    showParts();
    openUnseen();
    exploreAgain();
}

// While exploring, steps are shown only once a counterexample has been found.
void StepController::showParts()
{
    const bool steps = showsSteps();
    m_view->setVisible(m_mode == LabMode::Explore);
    m_tabs->setVisible(steps);
    m_keys->setEnabled(steps);
}

bool StepController::showsSteps() const
{
    return m_mode == LabMode::Step || (m_mode == LabMode::Explore && m_hasWay);
}

void StepController::run()
{
    if (m_mode == LabMode::Explore)
        explore();
    else
        m_runs->runUntilViolation();
}

void StepController::stop()
{
    if (m_mode == LabMode::Explore && !m_exploring.isEmpty())
        Q_EMIT cancelRequested(); // in the other modes the search continues in the background
    m_keys->forget();
    m_runs->stop();
}

void StepController::undo()
{
    m_keys->undo();
}

void StepController::redo()
{
    m_keys->redo();
}

bool StepController::isBusy() const
{
    const bool goesOn = m_mode == LabMode::Explore ? !m_exploring.isEmpty() : m_runs->isRunning();
    return goesOn || m_keys->areWaiting();
}

QString StepController::problem() const
{
    return m_form->problem();
}

QString StepController::statusWords() const
{
    const SteppedRunPtr run = showsSteps() ? m_runs->shownRun() : nullptr;
    if (!run)
        return {};
    QStringList parts{tr("private server"), wording::key(run->server, 40),
        tr("step %1 of %2").arg(m_runs->shownStep()).arg(run->steps.size())};
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

void StepController::explore()
{
    if (!m_scenario || !m_exploring.isEmpty() || !problem().isEmpty())
        return;
    m_exploring = m_key;
    m_hasWay = false;
    m_explorations.erase(m_key);
    showParts();
    m_view->setProgress({});
    Q_EMIT begun();
    Q_EMIT changed();
    Q_EMIT exploreRequested(m_scenario, *m_options.find(m_key));
}

void StepController::setProgress(const ExploreProgress &progress)
{
    if (!m_exploring.isEmpty() && m_exploring == m_key)
        m_view->setProgress(progress);
}

void StepController::setExploration(const ExplorationPtr &exploration)
{
    const QString key = std::exchange(m_exploring, QString());
    m_explorations[key] = exploration;
    Q_EMIT found(key, outcomeOf(*exploration));
    showExploration();
    m_unseen = exploration;
    openUnseen();
    Q_EMIT changed();
}

// Opens a counterexample that was found while the user was looking at another mode or scenario.
void StepController::openUnseen()
{
    if (m_mode != LabMode::Explore || !m_unseen || m_unseen != exploration())
        return;
    const ExplorationPtr unseen = std::exchange(m_unseen, nullptr);
    if (unseen->counterexample)
        openWay(unseen->counterexample->trace,
            QString::fromLatin1(
                unseen->endedEarly() ? runOrigin::wayFound : runOrigin::shortestWay));
}

// Explores again what an earlier session had explored.
void StepController::exploreAgain()
{
    if (m_mode != LabMode::Explore || !m_exploring.isEmpty() || m_toExplore.erase(m_key) == 0)
        return;
    if (!exploration())
        explore();
}

KeptLab StepController::kept() const
{
    KeptLab lab;
    for (const auto &[key, runs] : m_runs->kept())
        lab[key].runs = runs;
    for (const auto &[key, options] : m_options.all()) {
        const auto found = m_explorations.find(key);
        lab[key].isExplored = m_toExplore.contains(key)
            || (found != m_explorations.end() && found->second && found->second->options == options
                && found->second->took <= soon);
        if (!m_options.isUsual(key))
            lab[key].options = options;
    }
    for (const QString &key : m_toExplore) // nobody has looked at these in this session
        lab[key].isExplored = true;
    std::erase_if(lab, [](const auto &each) { return each.second == KeptScenario(); });
    return lab;
}

void StepController::restore(const KeptLab &lab)
{
    std::map<QString, KeptRuns> runs;
    for (const auto &[key, kept] : lab) {
        runs[key] = kept.runs;
        if (kept.options)
            m_options.set(key, *kept.options);
        if (kept.isExplored)
            m_toExplore.insert(key);
    }
    m_runs->restore(std::move(runs));
}

void StepController::setFailure(const Error &error)
{
    m_exploring.clear();
    showExploration();
    Q_EMIT failed(error);
    Q_EMIT changed();
}

ExplorationPtr StepController::exploration() const
{
    const auto found = m_explorations.find(m_key);
    const ExploreOptions *options = m_options.find(m_key);
    const bool isIt = found != m_explorations.end() && options && found->second
        && found->second->scenario == m_scenario && found->second->options == *options;
    return isIt ? found->second : nullptr;
}

void StepController::showExploration()
{
    if (!m_exploring.isEmpty() && m_exploring == m_key)
        return; // its progress is shown
    if (const ExplorationPtr found = exploration())
        m_view->setExploration(found);
    else if (m_scenario)
        m_view->setNothing(m_title,
            tr("Not explored with these settings. Every interleaving of the clients within the "
               "bounds is executed; what can be broken is shown by the shortest way to do it."));
    else
        m_view->setNothing(tr("No scenario to explore"), {});
    showParts();
}

void StepController::openWay(const Trace &trace, const QString &from)
{
    m_hasWay = true;
    showParts();
    m_runs->showTrace(trace, from);
}

} // namespace lockstep

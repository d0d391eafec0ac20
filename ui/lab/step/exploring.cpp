// Part of StepController. The search as the page sees it: one at a time, of the scenario it was
// begun for, whatever is looked at by the time it ends. A verdict is shown only beside the settings
// that it is about.

#include "ui/lab/explore/exploreview.h"
#include "ui/lab/settings/exploreform.h"
#include "ui/lab/step/stepcontroller.h"
#include "ui/lab/step/steptabs.h"
#include "ui/lab/words/explorationwords.h"

namespace lockstep {

void StepController::explore()
{
    if (!m_scenario || !m_exploring.isEmpty() || !problem().isEmpty())
        return;
    m_exploring = m_key;
    m_exploredScenario = m_scenario;
    m_exploredOptions = m_options[m_key];
    m_hasWay = false;
    m_explorations.erase(m_key);
    showParts();
    m_view->setProgress({});
    Q_EMIT begun();
    Q_EMIT changed();
    Q_EMIT exploreRequested(m_exploredScenario, m_exploredOptions);
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
    Q_EMIT found(key, verdictKind(*exploration));
    showExploration();
    m_unseen = exploration;
    openUnseen();
    Q_EMIT changed();
}

// What was found while another mode or scenario was looked at waits until this one is.
void StepController::openUnseen()
{
    if (m_mode != LabMode::Explore || !m_unseen || m_unseen != exploration())
        return;
    const ExplorationPtr unseen = std::exchange(m_unseen, nullptr);
    if (unseen->counterexample)
        openWay(unseen->counterexample->trace,
            unseen->endedEarly() ? tr("a way found so far") : tr("the shortest way"));
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
    const auto options = m_options.find(m_key);
    const bool isIt = found != m_explorations.end() && options != m_options.end() && found->second
        && found->second->scenario == m_scenario && found->second->options == options->second;
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

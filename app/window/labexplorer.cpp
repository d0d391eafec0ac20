#include "app/window/labexplorer.h"

#include "ui/lab/step/stepcontroller.h"

namespace lockstep {

LabExplorer::LabExplorer(StepController *stepping, QObject *parent)
    : QObject(parent)
{
    connect(stepping, &StepController::exploreRequested, this,
        [this, stepping](const ScenarioPtr &scenario, const ExploreOptions &options) {
            if (const auto started = m_thread.start(scenario, options); !started)
                stepping->setFailure(started.error());
        });
    connect(stepping, &StepController::cancelRequested, &m_thread, &ExploreSession::cancel);
    connect(&m_thread, &ExploreSession::progressed, stepping, &StepController::setProgress);
    connect(&m_thread, &ExploreSession::finished, stepping, &StepController::setExploration);
    connect(&m_thread, &ExploreSession::failed, stepping, &StepController::setFailure);
}

} // namespace lockstep

#include "app/window/labexplorer.h"

#include "ui/lab/step/stepping.h"

namespace lockstep {

LabExplorer::LabExplorer(Stepping *stepping, QObject *parent)
    : QObject(parent)
{
    connect(stepping, &Stepping::exploreRequested, this,
        [this, stepping](const ScenarioPtr &scenario, const ExploreOptions &options) {
            if (const auto started = m_thread.start(scenario, options); !started)
                stepping->setFailure(started.error());
        });
    connect(stepping, &Stepping::cancelRequested, &m_thread, &ExploreThread::cancel);
    connect(&m_thread, &ExploreThread::progressed, stepping, &Stepping::setProgress);
    connect(&m_thread, &ExploreThread::finished, stepping, &Stepping::setExploration);
    connect(&m_thread, &ExploreThread::failed, stepping, &Stepping::setFailure);
}

} // namespace lockstep

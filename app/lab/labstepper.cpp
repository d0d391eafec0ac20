#include "app/lab/labstepper.h"

#include "ui/lab/step/steptabs.h"

namespace lockstep {

LabStepper::LabStepper(SteppedRuns *runs, QObject *parent)
    : QObject(parent)
{
    connect(runs, &SteppedRuns::openRequested, &m_session, &StepSession::open);
    connect(runs, &SteppedRuns::stepRequested, &m_session, &StepSession::step);
    connect(runs, &SteppedRuns::undoRequested, &m_session, &StepSession::undo);
    connect(runs, &SteppedRuns::redoRequested, &m_session, &StepSession::redo);
    connect(runs, &SteppedRuns::runOnRequested, &m_session, &StepSession::runOn);
    connect(runs, &SteppedRuns::stopRequested, &m_session, &StepSession::stop);
    connect(runs, &SteppedRuns::forkRequested, &m_session, &StepSession::fork);
    connect(runs, &SteppedRuns::closeRequested, &m_session, &StepSession::close);
    connect(&m_session, &StepSession::changed, runs, &SteppedRuns::setRun);
    connect(&m_session, &StepSession::progressed, runs, &SteppedRuns::setProgress);
    connect(&m_session, &StepSession::failed, runs, &SteppedRuns::setFailure);
}

} // namespace lockstep

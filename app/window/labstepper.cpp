#include "app/window/labstepper.h"

#include "ui/lab/step/steptabs.h"

namespace lockstep {

LabStepper::LabStepper(StepTabs *runs, QObject *parent)
    : QObject(parent)
{
    connect(runs, &StepTabs::openRequested, &m_session, &StepSession::open);
    connect(runs, &StepTabs::stepRequested, &m_session, &StepSession::step);
    connect(runs, &StepTabs::undoRequested, &m_session, &StepSession::undo);
    connect(runs, &StepTabs::redoRequested, &m_session, &StepSession::redo);
    connect(runs, &StepTabs::runOnRequested, &m_session, &StepSession::runOn);
    connect(runs, &StepTabs::stopRequested, &m_session, &StepSession::stop);
    connect(runs, &StepTabs::forkRequested, &m_session, &StepSession::fork);
    connect(runs, &StepTabs::closeRequested, &m_session, &StepSession::close);
    connect(&m_session, &StepSession::changed, runs, &StepTabs::setRun);
    connect(&m_session, &StepSession::progressed, runs, &StepTabs::setProgress);
    connect(&m_session, &StepSession::failed, runs, &StepTabs::setFailure);
}

} // namespace lockstep

#include "app/labstepper.h"

#include "ui/lab/steppedruns.h"

#include <algorithm>

namespace lockstep {

LabStepper::LabStepper(SteppedRuns *runs, QObject *parent)
    : QObject(parent)
    , m_runs(runs)
{
    connectRuns();
    connect(&m_session, &StepSession::changed, this,
        [this](int run, const SteppedRunPtr &now) { m_runs->setRun(ofPage(run), now); });
    connect(&m_session, &StepSession::failed, this,
        [this](int run, const Error &error) { m_runs->setFailure(ofPage(run), error); });
}

void LabStepper::connectRuns()
{
    connect(m_runs, &SteppedRuns::openRequested, this,
        [this](int run, const ScenarioPtr &scenario, const ExploreOptions &options,
            const Trace &trace) { m_numbers[run] = m_session.open(scenario, options, trace); });
    connect(m_runs, &SteppedRuns::stepRequested, this,
        [this](int run, const TraceStep &step) { m_session.step(ofSession(run), step); });
    connect(m_runs, &SteppedRuns::undoRequested, this,
        [this](int run) { m_session.undo(ofSession(run)); });
    connect(m_runs, &SteppedRuns::redoRequested, this,
        [this](int run) { m_session.redo(ofSession(run)); });
    connect(m_runs, &SteppedRuns::forkRequested, this, [this](int run, int steps, int fork) {
        m_numbers[fork] = m_session.fork(ofSession(run), steps);
    });
    connect(m_runs, &SteppedRuns::closeRequested, this, [this](int run) {
        m_session.close(ofSession(run));
        m_numbers.erase(run);
    });
}

int LabStepper::ofSession(int run) const
{
    const auto found = m_numbers.find(run);
    return found == m_numbers.end() ? 0 : found->second;
}

int LabStepper::ofPage(int run) const
{
    const auto found = std::find_if(m_numbers.begin(), m_numbers.end(),
        [run](const auto &numbers) { return numbers.second == run; });
    return found == m_numbers.end() ? 0 : found->first;
}

} // namespace lockstep

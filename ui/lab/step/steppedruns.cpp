// A run has an id that is never used again, so an answer that arrives after the run was closed
// matches no other run. While an answer is awaited no other step is asked for: its number would be
// that of the step before. An answer may come at once, while the signal that asks for it is being
// sent, so nothing is done with a run after that.
//
// Going another way from an earlier step asks for a fork and then for its first step; both are done
// in that order, and what is shown in between is a run that ends where it was forked.

#include "ui/lab/step/steppedruns.h"

#include "ui/lab/words/stepwords.h"
#include "ui/lab/words/tracewords.h"

#include <algorithm>

namespace lockstep {

SteppedRuns::SteppedRuns(QObject *parent)
    : QObject(parent)
{
    m_settling.setSingleShot(true);
    m_settling.setInterval(400);
    connect(&m_settling, &QTimer::timeout, this, &SteppedRuns::settle);
}

void SteppedRuns::setScenario(
    const QString &key, const ScenarioPtr &scenario, const ExploreOptions &options)
{
    const bool isOther = scenario != m_scenario || key != m_key;
    if (!isOther && options == m_options)
        return;
    if (!isOther) {
        m_options = options;
        m_settling.start();
        return;
    }
    stop();
    keepOpenRuns();
    m_key = key;
    m_scenario = scenario;
    m_options = options;
    if (scenario)
        takeKeptRuns();
    if (m_isActive && scenario)
        m_open.empty() ? open({}, {}) : choose(m_current);
    else
        Q_EMIT currentChanged();
}

void SteppedRuns::setActive(bool active)
{
    m_isActive = active;
    if (!active)
        return stop();
    if (m_scenario && m_open.empty())
        return open({}, {});
    settle(); // applies settings that changed meanwhile
    openIfKept();
    Q_EMIT changed();
}

// The settings were changed, so the current run is replayed with them.
void SteppedRuns::settle()
{
    OpenRun *run = editableRun();
    if (!run || !m_isActive || run->set == m_options)
        return;
    stop();
    if (const Trace trace = run->replayed(); !trace.empty())
        return open(trace, tr("other settings"));
    replaceWithOtherSettings(*run);
}

void SteppedRuns::replaceWithOtherSettings(OpenRun &run)
{
    if (!run.refused.empty())
        run.wanted = std::exchange(run.refused, {});
    if (run.id != 0)
        Q_EMIT closeRequested(run.id);
    run.id = ++m_lastId;
    run.asked = run.set = m_options;
    run.stepped.reset();
    run.awaited = 1;
    const int again = run.id;
    const Trace wanted = run.wanted;
    Q_EMIT begun();
    Q_EMIT openRequested(again, m_scenario, m_options, wanted);
}

SteppedRuns::OpenRun &SteppedRuns::add()
{
    OpenRun run;
    run.id = ++m_lastId;
    run.number = ++m_lastNumber;
    m_open.push_back(run);
    Q_EMIT opened();
    return m_open.back();
}

void SteppedRuns::open(Trace trace, const QString &origin)
{
    open(m_options, std::move(trace), origin);
}

void SteppedRuns::open(const ExploreOptions &options, Trace trace, const QString &origin)
{
    OpenRun &run = add();
    run.origin = origin;
    run.asked = options;
    run.set = m_options;
    run.wanted = trace;
    run.awaited = 1;
    const int id = run.id;
    choose(int(m_open.size()) - 1);
    Q_EMIT begun();
    Q_EMIT openRequested(id, m_scenario, options, trace);
}

void SteppedRuns::choose(int place)
{
    stop();
    m_current = place;
    Q_EMIT currentChanged();
    openIfKept();
}

void SteppedRuns::openTrace(const Trace &trace, const QString &from)
{
    if (!m_scenario)
        return;
    stop();
    open(trace, from);
}

void SteppedRuns::openTraceWith(
    const ExploreOptions &options, const Trace &trace, const QString &from)
{
    if (!m_scenario)
        return;
    stop();
    open(options, trace, from);
}

void SteppedRuns::showTrace(const Trace &trace, const QString &from)
{
    const auto sameTrace = std::find_if(m_open.begin(), m_open.end(), [&](const OpenRun &run) {
        return run.asked == m_options && (run.stepped ? run.stepped->trace : run.wanted) == trace;
    });
    if (sameTrace == m_open.end())
        return openTrace(trace, from);
    if (sameTrace->id == 0)
        sameTrace->wantedStep = int(trace.size());
    if (const int place = int(sameTrace - m_open.begin()); place != m_current)
        choose(place);
    openIfKept();
    moveTo(int(trace.size()));
}

void SteppedRuns::closeAll()
{
    m_lastNumber = 0;
    m_current = -1;
    for (const OpenRun &run : m_open) {
        if (run.id != 0)
            Q_EMIT closeRequested(run.id);
    }
    while (!m_open.empty()) {
        m_open.pop_back();
        Q_EMIT closed(int(m_open.size()));
    }
}

void SteppedRuns::close(int place)
{
    if (place < 0 || place >= int(m_open.size()))
        return;
    stop();
    const OpenRun &run = m_open[std::size_t(place)];
    keepClosed(run.kept());
    if (run.id != 0)
        Q_EMIT closeRequested(run.id);
    m_open.erase(m_open.begin() + place);
    // The next run replaces a closed current run, or the one before it if there is no next.
    if (place < m_current || m_current == int(m_open.size()))
        --m_current;
    Q_EMIT closed(place);
    if (m_open.empty() && m_scenario)
        return open({}, {});
    choose(m_current);
}

void SteppedRuns::moveTo(int step)
{
    OpenRun *run = editableRun();
    if (!run || !run->stepped)
        return;
    run->step = std::clamp(step, 0, int(run->stepped->steps.size()));
    Q_EMIT moved();
}

void SteppedRuns::step(const TraceStep &step)
{
    OpenRun *run = editableRun();
    if (!run || !run->stepped || run->awaited > 0)
        return;
    const auto &trace = run->stepped->trace;
    if (run->step == int(trace.size()))
        return request(*run, step);
    if (trace[std::size_t(run->step)] == step)
        return moveTo(run->step + 1); // the run took this step already
    fork(*run, step);
}

void SteppedRuns::request(OpenRun &run, const TraceStep &step)
{
    run.noteRequest();
    const int id = run.id;
    Q_EMIT begun();
    Q_EMIT stepRequested(id, step);
}

void SteppedRuns::fork(const OpenRun &from, const TraceStep &step)
{
    const OpenRun before = from;
    OpenRun &run = add();
    run.from = before.number;
    run.fromStep = before.step;
    run.asked = before.asked;
    run.set = before.set;
    run.wanted.assign(before.stepped->trace.begin(), before.stepped->trace.begin() + before.step);
    run.wanted.push_back(step);
    run.awaited = 1;
    const int forked = run.id;
    choose(int(m_open.size()) - 1);
    Q_EMIT forkRequested(before.id, before.step, forked);
    request(m_open.back(), step);
}

void SteppedRuns::stepEnvironment(TraceStep::Kind kind, int client)
{
    const OpenRun *run = currentRun();
    if (!run || !run->stepped)
        return;
    const StepAhead *ahead = environmentStepAt(*run->stepped, run->step, kind, client);
    if (!ahead)
        return;
    if (ahead->isPossible())
        return step(TraceStep(ahead->step));
    if (run->awaited == 0)
        Q_EMIT halted([stepped = run->stepped, hindered = *ahead] {
            return refusalWords(*stepped, hindered);
        });
}

void SteppedRuns::undo()
{
    if (!canUndo())
        return;
    stop();
    OpenRun *run = editableRun();
    run->noteRequest();
    const int id = run->id;
    Q_EMIT begun();
    Q_EMIT undoRequested(id);
}

void SteppedRuns::redo()
{
    if (!canRedo())
        return;
    OpenRun *run = editableRun();
    run->noteRequest();
    const int id = run->id;
    Q_EMIT begun();
    Q_EMIT redoRequested(id);
}

bool SteppedRuns::isAwaiting() const
{
    const OpenRun *run = currentRun();
    return run && run->awaited > 0;
}

bool SteppedRuns::canUndo() const
{
    const SteppedRunPtr run = shownRun();
    return run && !isAwaiting() && !run->steps.empty();
}

bool SteppedRuns::canRedo() const
{
    const SteppedRunPtr run = shownRun();
    return run && !isAwaiting() && run->undone > 0;
}

const SteppedRuns::OpenRun *SteppedRuns::currentRun() const
{
    return m_current < 0 ? nullptr : &m_open[std::size_t(m_current)];
}

SteppedRuns::OpenRun *SteppedRuns::editableRun()
{
    return m_current < 0 ? nullptr : &m_open[std::size_t(m_current)];
}

SteppedRuns::OpenRun *SteppedRuns::runOf(int id)
{
    const auto found = std::find_if(
        m_open.begin(), m_open.end(), [id](const OpenRun &run) { return run.id == id; });
    return found == m_open.end() ? nullptr : &*found;
}

int SteppedRuns::placeBesideCurrent() const
{
    const OpenRun *run = currentRun();
    if (!run || m_open.size() < 2)
        return -1;
    const auto origin = std::find_if(m_open.begin(), m_open.end(),
        [run](const OpenRun &each) { return each.number == run->from; });
    if (origin != m_open.end())
        return int(origin - m_open.begin());
    return m_current > 0 ? m_current - 1 : m_current + 1;
}

SteppedRunPtr SteppedRuns::shownRun() const
{
    const OpenRun *run = currentRun();
    return run ? run->stepped : nullptr;
}

int SteppedRuns::shownStep() const
{
    const OpenRun *run = currentRun();
    return run ? run->step : 0;
}

void SteppedRuns::runUntilViolation()
{
    if (!shownRun() || isAwaiting())
        return;
    OpenRun *run = editableRun();
    m_running = run->id;
    m_ranFrom = int(run->stepped->steps.size());
    run->noteRequest();
    moveTo(m_ranFrom);
    Q_EMIT begun();
    Q_EMIT runOnRequested(m_running, ++m_seed);
}

void SteppedRuns::stop()
{
    if (m_running == 0)
        return;
    Q_EMIT stopRequested(std::exchange(m_running, 0));
    Q_EMIT stopped();
}

void SteppedRuns::setRun(int run, const SteppedRunPtr &stepped)
{
    OpenRun *open = runOf(run);
    if (!open)
        return;
    open->noteAnswer(stepped);
    const bool ranOn = run == m_running;
    if (ranOn)
        m_running = 0;
    if (open == currentRun())
        Q_EMIT changed();
    if (!ranOn)
        return;
    if (!haltWords(*stepped, m_ranFrom).isEmpty())
        Q_EMIT halted([stepped, from = m_ranFrom] { return haltWords(*stepped, from); });
}

void SteppedRuns::setProgress(int run, const SteppedRunPtr &stepped)
{
    OpenRun *open = runOf(run);
    if (!open)
        return;
    open->noteProgress(stepped);
    if (open == currentRun())
        Q_EMIT changed();
}

void SteppedRuns::setFailure(int run, const Error &error)
{
    stop();
    OpenRun *open = runOf(run);
    if (open) {
        open->noteFailure();
        if (open == currentRun())
            Q_EMIT changed();
    }
    const bool isRefused = error.code == ErrorCode::BadInput && open && open->stepped
        && !refusalWords(*open->stepped, open->refused).isEmpty();
    if (isRefused)
        Q_EMIT halted([stepped = open->stepped, refused = open->refused] {
            return refusalWords(*stepped, refused);
        });
    else
        Q_EMIT failed(error);
}

} // namespace lockstep

// Runs of the same scenario, settings, bounds and assumptions share their servers: they are brought
// into the state of whoever steps. A server that went away is replaced when one of its runs is
// wanted again, and the run is stepped anew on it: a run is its trace.
//
// Making the snapshot of a run takes time proportional to its steps. During runOn() one is made
// whenever the run has become longer by an eighth: all of them together then cost no more than nine
// snapshots of the whole, and the run is still seen to grow.

#include "core/lab/step/stepworker.h"

#include "core/lab/step/randomstepper.h"
#include "core/lab/step/steppersnapshot.h"
#include "core/redis/values/coretext.h"

namespace lockstep {

namespace {

bool isOfServer(const Error &error)
{
    return error.code != ErrorCode::BadInput;
}

} // namespace

StepWorker::StepWorker(Told told, Failed failed)
    : m_told(std::move(told))
    , m_failed(std::move(failed))
{
}

void StepWorker::open(
    int number, const ScenarioPtr &scenario, const ExploreOptions &options, const Trace &trace)
{
    auto stepper = beginning(scenario, options);
    if (!stepper)
        return fail(number, stepper.error());
    const auto replayed = stepper->replay(trace, [this] { return !m_isAbandoned; });
    if (!replayed && isOfServer(replayed.error()))
        return fail(number, replayed.error(), &stepper->space());
    m_runs.insert_or_assign(number, Run{std::move(*stepper), options});
    report(number);
    if (!replayed)
        fail(number, replayed.error());
}

void StepWorker::step(int number, const TraceStep &step)
{
    Run *const run = ready(number);
    if (run == nullptr)
        return;
    if (const auto done = run->stepper.step(step); !done)
        return fail(number, done.error(), &run->stepper.space());
    if (!run->undone.empty() && run->undone.back() == step)
        run->undone.pop_back();
    else
        run->undone.clear();
    report(number);
}

void StepWorker::undo(int number)
{
    Run *const run = ready(number);
    if (run == nullptr)
        return;
    const Trace before = run->stepper.trace();
    const auto done = run->stepper.undo();
    if (!done)
        return fail(number, done.error(), &run->stepper.space());
    if (*done)
        run->undone.push_back(before.back());
    report(number);
}

void StepWorker::redo(int number)
{
    const auto run = m_runs.find(number);
    if (run != m_runs.end() && !run->second.undone.empty())
        step(number, TraceStep(run->second.undone.back()));
    else if (ready(number) != nullptr)
        report(number);
}

void StepWorker::runOn(int number, quint32 seed, const std::atomic<bool> &stops)
{
    Run *const run = ready(number);
    if (run == nullptr)
        return;
    RandomStepper runner(seed);
    const Stepper &stepper = run->stepper;
    for (int told = stepper.steps(); !m_isAbandoned && !stops;) {
        const auto step = runner.next(stepper);
        if (!step)
            break;
        if (const auto done = run->stepper.step(*step); !done) {
            report(number, false);
            return fail(number, done.error(), &stepper.space());
        }
        run->undone.clear();
        if (stepper.steps() - told < stepper.steps() / 8)
            continue;
        told = stepper.steps();
        report(number, false);
    }
    report(number);
}

void StepWorker::fork(int number, int from, int steps)
{
    const Run *const run = ready(from, number);
    if (run == nullptr)
        return;
    m_runs.insert_or_assign(
        number, Run{run->stepper.fork(steps), run->options, {}, run->told, false});
    report(number);
}

void StepWorker::close(int number)
{
    m_runs.erase(number);
}

Result<Stepper> StepWorker::beginning(const ScenarioPtr &scenario, const ExploreOptions &options)
{
    for (const auto &[number, run] : m_runs) {
        if (!run.isLost && run.stepper.space().scenario() == scenario && run.options == options)
            return run.stepper.fork(0);
    }
    return Stepper::make(scenario, options);
}

// The run with its servers running. nullptr if that failed; then the error has been reported for
// the run `toldAs`.
StepWorker::Run *StepWorker::ready(int number, int toldAs)
{
    const int teller = toldAs > 0 ? toldAs : number;
    const auto found = m_runs.find(number);
    if (found == m_runs.end()) {
        fail(teller, {ErrorCode::BadInput, CoreText::tr("there is no run %1").arg(number), false});
        return nullptr;
    }
    Run &run = found->second;
    if (!run.isLost)
        return &run;
    auto again = beginning(run.stepper.space().scenario(), run.options);
    const auto replayed = again
        ? again->replay(run.stepper.trace(), [this] { return !m_isAbandoned; })
        : tl::unexpected(again.error());
    if (!replayed) {
        fail(teller, replayed.error(), again ? &again->space() : nullptr);
        return nullptr;
    }
    run.stepper = std::move(*again);
    run.told.reset(); // its replies came from another server
    run.isLost = false;
    return &run;
}

void StepWorker::report(int number, bool isOver)
{
    if (m_isAbandoned)
        return;
    Run &run = m_runs.at(number);
    run.told = steppedRun(run.stepper, int(run.undone.size()), run.told.get());
    m_told(number, run.told, run.stepper.space().servers().processId(0), isOver);
}

void StepWorker::fail(int number, Error error, const StateSpace *space)
{
    for (auto &[each, run] : m_runs)
        run.isLost = run.isLost || (isOfServer(error) && &run.stepper.space() == space);
    error.mayHaveRun = false; // the run is stepped again from the beginning
    if (!m_isAbandoned)
        m_failed(number, error);
}

} // namespace lockstep

#pragma once

#include "core/lab/step/steppedrun.h"
#include "core/lab/step/stepper.h"

#include <atomic>
#include <functional>
#include <map>

namespace lockstep {

// The runs of a StepSession, on its thread: carries out the session's calls, which block that
// thread, and reports the results through Told and Failed, which are called on that thread.
class StepWorker
{
public:
    // isOver: whether it answers a call; false while runOn() goes on.
    using Told =
        std::function<void(int run, const SteppedRunPtr &now, qint64 serverProcess, bool isOver)>;
    using Failed = std::function<void(int run, const Error &error)>;

    StepWorker(Told told, Failed failed);
    Q_DISABLE_COPY_MOVE(StepWorker)

    // Makes the worker do and report nothing more. May be called on any thread.
    void abandon() { m_isAbandoned = true; }
    [[nodiscard]] bool isAbandoned() const { return m_isAbandoned; }

    // These do what the slots of StepSession of the same names ask for.
    void open(
        int number, const ScenarioPtr &scenario, const ExploreOptions &options, const Trace &trace);
    void step(int number, const TraceStep &step);
    void undo(int number);
    void redo(int number);
    // stops: ends it; may be set on another thread.
    void runOn(int number, quint32 seed, const std::atomic<bool> &stops);
    void fork(int number, int from, int steps);
    void close(int number);

private:
    struct Run
    {
        Stepper stepper;
        ExploreOptions options; // the options it was opened with
        Trace undone = {}; // the last one is redone first
        SteppedRunPtr told = {}; // the snapshot that was reported last; null if none was
        bool isLost = false; // its servers went away
    };

    Result<Stepper> beginning(const ScenarioPtr &scenario, const ExploreOptions &options);
    Run *ready(int number, int toldAs = 0);
    void report(int number, bool isOver = true);
    void fail(int number, Error error, const StateSpace *space = nullptr);

    const Told m_told;
    const Failed m_failed;
    std::map<int, Run> m_runs;
    std::atomic<bool> m_isAbandoned = false;
};

} // namespace lockstep

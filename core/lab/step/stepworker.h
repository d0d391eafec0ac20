#pragma once

#include "core/lab/step/steppedrun.h"
#include "core/lab/step/stepper.h"

#include <QObject>

#include <atomic>
#include <functional>
#include <map>

namespace lockstep {

// The runs of a StepSession, on its thread: does what the session asks for and tells what came of
// it. Blocks. Told and Failed are called there.
class StepWorker : public QObject
{
public:
    // isOver: it is the answer to a call, and not only how far it is.
    using Told =
        std::function<void(int run, const SteppedRunPtr &now, qint64 serverProcess, bool isOver)>;
    using Failed = std::function<void(int run, const Error &error)>;

    StepWorker(Told told, Failed failed);

    // Nothing more is done or told from now on. Any thread.
    void abandon() { m_isAbandoned = true; }
    [[nodiscard]] bool isAbandoned() const { return m_isAbandoned; }

    // These do what the slots of StepSession of the same names ask for.
    void open(
        int number, const ScenarioPtr &scenario, const ExploreOptions &options, const Trace &trace);
    void step(int number, const TraceStep &step);
    void undo(int number);
    void redo(int number);
    // stops: may be set by another thread.
    void runOn(int number, quint32 seed, const std::atomic<bool> &stops);
    void fork(int number, int from, int steps);
    void close(int number);

private:
    struct Run
    {
        Stepper stepper;
        ExploreOptions options; // that it was opened with
        Trace undone; // the next one to be taken again last
        SteppedRunPtr told; // last; nullptr: nothing yet
        bool isLost = false; // its servers went away
    };

    Result<Stepper> beginning(const ScenarioPtr &scenario, const ExploreOptions &options);
    Run *ready(int number, int toldAs = 0);
    void tell(int number, bool isOver = true);
    void fail(int number, Error error, const StateSpace *space = nullptr);

    const Told m_told;
    const Failed m_failed;
    std::map<int, Run> m_runs;
    std::atomic<bool> m_isAbandoned = false;
};

} // namespace lockstep

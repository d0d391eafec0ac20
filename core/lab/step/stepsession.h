#pragma once

#include "core/lab/step/steppedrun.h"

#include <QObject>

#include <memory>

namespace lockstep {

// Stepped runs for a window: as many as wanted at a time, each with a number of the caller's, above
// 0 and never used again. They are stepped on a thread of the session's own, on servers of its own.
// Lives in the thread that made it, the application's; signals arrive there, in the order of the
// calls, and no call waits.
//
// Every call but close() and stop() is answered by one changed(), or by one failed() after which
// the run is as it was. Where the server went away that is said too, and the next call gets a new
// one.
class StepSession : public QObject
{
    Q_OBJECT

public:
    explicit StepSession(QObject *parent = nullptr);
    ~StepSession() override;

    // The process of the server of node 0 at the run's last changed(); 0: there is no such run.
    [[nodiscard]] qint64 serverProcess(int run) const;

public Q_SLOTS:
    // A new run with these steps. Where a step does not fit, both changed() with those before it
    // and failed() with what was expected and what is possible. Other errors: those of
    // Stepper::make(); there is no such run then.
    void open(int run, const lockstep::ScenarioPtr &scenario,
        const lockstep::ExploreOptions &options, const lockstep::Trace &trace);
    // Errors, here as below: those of Stepper::step(), of a server, BadInput for a run that is not.
    void step(int run, const lockstep::TraceStep &step);
    // Goes back by one step; at the beginning nothing changes.
    void undo(int run);
    // Takes the step that was undone last once more, unless another one was taken instead.
    void redo(int run);
    // Steps on by chance (RandomStepper) until a check is violated, nobody can go on or it has gone
    // on for long; progressed() meanwhile, changed() at the end. Where the server goes away,
    // failed() after the steps that were taken.
    void runOn(int run, quint32 seed);
    // Ends soon what runOn() began.
    void stop(int run);
    // A new run with the first steps of that one.
    void fork(int run, int steps, int fork);
    // Nothing is told of it any more.
    void close(int run);

Q_SIGNALS:
    void changed(int run, const lockstep::SteppedRunPtr &now);
    void progressed(int run, const lockstep::SteppedRunPtr &now); // it goes on by itself
    void failed(int run, const lockstep::Error &error);

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace lockstep

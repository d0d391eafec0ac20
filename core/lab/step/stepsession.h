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
// the run is as it was. If the server goes away, that is a failed(), too, and the next call starts
// a new server.
class StepSession : public QObject
{
    Q_OBJECT

public:
    explicit StepSession(QObject *parent = nullptr);
    ~StepSession() override;

    // The process id of the server of node 0 at the run's last changed(); 0 if there is no such
    // run.
    [[nodiscard]] qint64 serverProcess(int run) const;

public Q_SLOTS:
    // Opens a new run and takes these steps. If one is not possible, both changed(), with the steps
    // before it, and failed() are emitted. After other errors, those of Stepper::make(), there is
    // no such run.
    void open(int run, const lockstep::ScenarioPtr &scenario,
        const lockstep::ExploreOptions &options, const lockstep::Trace &trace);
    // Errors of this and the following: those of Stepper::step(), those of a server, and BadInput
    // if there is no such run.
    void step(int run, const lockstep::TraceStep &step);
    // Goes back by one step; at the beginning nothing changes.
    void undo(int run);
    // Takes the step that was undone last again; does nothing if another one was taken since.
    void redo(int run);
    // Takes random steps (RandomStepper) until a check is violated, no client can go on or 2000
    // steps were taken. Emits progressed() meanwhile and changed() at the end, or failed() if the
    // server goes away, which keeps the steps that were taken.
    void runOn(int run, quint32 seed);
    // Makes runOn() end soon.
    void stop(int run);
    // Opens a new run, numbered `fork`, with the first `steps` steps of `run`.
    void fork(int run, int steps, int fork);
    // Closes the run; no signal about it follows.
    void close(int run);

Q_SIGNALS:
    void changed(int run, const lockstep::SteppedRunPtr &now);
    void progressed(int run, const lockstep::SteppedRunPtr &now); // only during runOn()
    void failed(int run, const lockstep::Error &error);

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace lockstep

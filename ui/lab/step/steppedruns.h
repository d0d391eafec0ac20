#pragma once

#include "ui/lab/step/opensteppedrun.h"
#include "ui/widgets/banner.h"

#include <QObject>
#include <QTimer>

#include <map>

namespace lockstep {

// The open stepped runs of one scenario: what was requested of each and what has come of it. One of
// them is the current run, which the user sees. Runs of other scenarios are kept as traces and are
// replayed when the user looks at them. Taking another step at an earlier point opens a new run.
// Requests leave as signals with the id of the run, and the answer arrives through setRun(). One
// step is under way at a time. StepTabs shows the runs.
class SteppedRuns : public QObject
{
    Q_OBJECT

public:
    using OpenRun = OpenSteppedRun;

    explicit SteppedRuns(QObject *parent);

    // scenario: nullptr if there is nothing to step. key: under which its runs are kept while
    // another scenario is shown. If the options change, the current run is replayed with them, in a
    // new run if steps were taken. No run is opened before setActive(true).
    void setScenario(
        const QString &key, const ScenarioPtr &scenario, const ExploreOptions &options);
    void setActive(bool active);

    void openTrace(const Trace &trace, const QString &from);
    // Does what openTrace() does, but with these options until others are set.
    void openTraceWith(const ExploreOptions &options, const Trace &trace, const QString &from);
    // Makes the run that took this trace with the current settings the current run. Opens a new run
    // if there is none.
    void showTrace(const Trace &trace, const QString &from);
    // place: index in all().
    void choose(int place); // makes it the current run
    void close(int place);
    void reopen(); // opens the run again that was closed last
    [[nodiscard]] bool canReopen() const { return !m_closed.empty(); }

    // The runs of all scenarios, by key.
    [[nodiscard]] std::map<QString, KeptRuns> kept() const;
    void restore(std::map<QString, KeptRuns> kept); // to be called before the first scenario is set

    // The following functions act on the current run.
    void moveTo(int step); // moves the cursor
    void step(const TraceStep &step); // takes the step at the cursor
    void stepEnvironment(TraceStep::Kind kind, int client); // client: which one crashes or pauses
    void undo();
    void redo();
    void runUntilViolation();
    void stop();

    [[nodiscard]] const ScenarioPtr &scenario() const { return m_scenario; }
    [[nodiscard]] const std::vector<OpenRun> &all() const { return m_open; }
    [[nodiscard]] int currentPlace() const { return m_current; } // −1 if there is none
    [[nodiscard]] const OpenRun *currentRun() const; // nullptr if there is none
    // The index of the run to compare with the current one: the run it was forked from, or else a
    // neighbour. −1 if there is none.
    [[nodiscard]] int placeBesideCurrent() const;
    [[nodiscard]] SteppedRunPtr shownRun() const; // nullptr if there is none
    [[nodiscard]] int shownStep() const;
    [[nodiscard]] bool isRunning() const { return m_running > 0; }
    [[nodiscard]] bool
    isAwaiting() const; // while an answer of the current run is awaited, no step can be requested
    [[nodiscard]] bool canUndo() const;
    [[nodiscard]] bool canRedo() const;

public Q_SLOTS:
    // The answers to requests. An answer for a run that was closed meanwhile is ignored.
    void setRun(int run, const lockstep::SteppedRunPtr &stepped);
    void setProgress(
        int run, const lockstep::SteppedRunPtr &stepped); // sent while the run goes on by itself
    void setFailure(int run, const lockstep::Error &error);

Q_SIGNALS:
    void openRequested(int run, const lockstep::ScenarioPtr &scenario,
        const lockstep::ExploreOptions &options, const lockstep::Trace &trace);
    void stepRequested(int run, const lockstep::TraceStep &step);
    void undoRequested(int run);
    void redoRequested(int run);
    void runOnRequested(int run, quint32 seed); // random steps until a check is violated
    void stopRequested(int run); // ends what runOnRequested() began
    // Asks for a new run with the id fork, which takes the first `steps` steps of run.
    void forkRequested(int run, int steps, int fork);
    void closeRequested(int run);

    void failed(const lockstep::Error &error);
    void begun(); // something begins that may fail, so an earlier error should be hidden
    // A run cannot go on, by itself or as requested, and no verdict says why.
    void halted(const lockstep::Saying &why);

    void opened(); // a run was added at the end of all()
    void closed(int place);
    void currentChanged(); // another run is the current one
    void changed(); // the current run has changed
    void moved(); // the cursor of the current run has moved
    void stopped(); // the run that went on by itself has stopped

private:
    OpenRun &add();
    [[nodiscard]] OpenRun *editableRun();
    [[nodiscard]] OpenRun *runOf(int id);
    void open(Trace trace, const QString &origin);
    void open(const ExploreOptions &options, Trace trace, const QString &origin);
    void closeAll();
    void addKept(const KeptRun &kept);
    void keepOpenRuns(); // moves the runs of the current scenario to m_keptRuns
    void takeKeptRuns();
    void openIfKept(); // opens the current run if it is only kept as a trace
    [[nodiscard]] KeptRuns keptRuns() const; // of the current scenario
    void keepClosed(const KeptRun &run);
    void replaceWithOtherSettings(OpenRun &run);
    void fork(const OpenRun &from, const TraceStep &step);
    void request(OpenRun &run, const TraceStep &step);
    void settle();

    QString m_key;
    ScenarioPtr m_scenario;
    ExploreOptions m_options;
    std::vector<OpenRun> m_open;
    std::vector<KeptRun> m_closed;
    std::map<QString, KeptRuns> m_keptRuns; // of the other scenarios
    int m_current = -1;
    int m_lastId = 0;
    int m_lastNumber = 0;
    bool m_isActive = false;
    // The hash of the scenario's text that the kept runs were made with, if the file has changed
    // since and the user has not been told. Empty otherwise.
    QByteArray m_otherSource;
    QTimer m_settling; // runs while the user is changing settings
    int m_running = 0; // the id of the run that goes on by itself; 0 if there is none
    int m_ranFrom = 0; // how many steps that run had when it started to go on by itself
    quint32 m_seed = 0;
};

} // namespace lockstep

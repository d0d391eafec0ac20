#pragma once

#include "core/lab/step/keptruns.h"
#include "core/lab/step/steppedrun.h"

#include <QObject>
#include <QTimer>

#include <optional>

namespace lockstep {

// The stepped runs of one scenario that are open: what was asked of each and what has come of it.
// One of them is the present one, which the user sees. Runs of other scenarios are kept as traces,
// which are replayed once somebody looks at them. Going another way from an earlier step opens a
// new run. What is to be done goes out as signals, with the id of the run; how far the run is then
// comes in through setRun(). One step is under way at a time. StepTabs shows the runs.
class SteppedRuns : public QObject
{
    Q_OBJECT

public:
    struct OpenRun
    {
        int id = 0; // never used again; 0: the run is only kept as a trace, and not open yet
        int number = 0; // in its title: "run 3"
        int from = 0; // number of the run that it was forked from; 0: none
        int fromStep = 0;
        QString origin; // of one that was not forked: one of runOrigin, not yet translated
        ExploreOptions asked; // the options that it was opened with
        ExploreOptions set; // those of the scenario at that time, from which `asked` may differ
        Trace wanted; // the trace to replay; empty once it is known how far it went
        Trace refused; // a trace of which only the beginning could be replayed; empty: none
        SteppedRunPtr stepped; // nullptr: not yet
        int step = 0; // where the cursor is
        std::optional<int> wantedStep; // where the cursor is to be once `wanted` is replayed
        int awaited = 0; // how many answers
    };

    explicit SteppedRuns(QObject *parent);

    // scenario: nullptr: there is nothing to step. key: by which its runs are kept while another
    // scenario is looked at. With other options the present run is replayed, in a run of its own
    // if steps were taken. No run is opened before setActive(true).
    void setScenario(
        const QString &key, const ScenarioPtr &scenario, const ExploreOptions &options);
    void setActive(bool active);

    void openTrace(const Trace &trace, const QString &from);
    // The same with options of its own, which it has until others are set.
    void openTraceWith(const ExploreOptions &options, const Trace &trace, const QString &from);
    // The run that took this trace with these settings becomes the present one, or else a new one.
    void showTrace(const Trace &trace, const QString &from);
    void choose(int place); // makes it the present one
    void close(int place);
    void reopen(); // opens again what was closed last
    [[nodiscard]] bool canReopen() const { return !m_closed.empty(); }

    // The runs of all scenarios, by key.
    [[nodiscard]] std::map<QString, KeptRuns> kept() const;
    void restore(std::map<QString, KeptRuns> kept); // to be called before the first scenario is set

    // These are about the present run.
    void moveTo(int step); // moves the cursor
    void step(const TraceStep &step); // at the cursor
    void stepEnvironment(TraceStep::Kind kind, int client); // crash, pause: that client's
    void undo();
    void redo();
    void runUntilViolation();
    void stop();

    [[nodiscard]] const ScenarioPtr &scenario() const { return m_scenario; }
    [[nodiscard]] const std::vector<OpenRun> &all() const { return m_open; }
    [[nodiscard]] int presentPlace() const { return m_present; } // −1: there is none
    [[nodiscard]] const OpenRun *present() const; // nullptr: there is none
    // The run to compare with the present one: that it was forked from, else a neighbour; −1: none.
    [[nodiscard]] int placeBesidePresent() const;
    [[nodiscard]] SteppedRunPtr shownRun() const; // nullptr: none
    [[nodiscard]] int shownStep() const;
    [[nodiscard]] bool isRunning() const { return m_running > 0; }
    [[nodiscard]] bool isAwaiting() const; // an answer of the present run; no step can be asked for
    [[nodiscard]] bool canUndo() const;
    [[nodiscard]] bool canRedo() const;

public Q_SLOTS:
    // How far a run is. What comes for a run that has been closed is ignored.
    void setRun(int run, const lockstep::SteppedRunPtr &stepped);
    void setProgress(int run, const lockstep::SteppedRunPtr &stepped); // it goes on by itself
    void setFailure(int run, const lockstep::Error &error);

Q_SIGNALS:
    void openRequested(int run, const lockstep::ScenarioPtr &scenario,
        const lockstep::ExploreOptions &options, const lockstep::Trace &trace);
    void stepRequested(int run, const lockstep::TraceStep &step);
    void undoRequested(int run);
    void redoRequested(int run);
    void runOnRequested(int run, quint32 seed); // by chance, until a check is violated
    void stopRequested(int run); // ends what runOnRequested() began
    // fork: a new run with the first steps of run.
    void forkRequested(int run, int steps, int fork);
    void closeRequested(int run);

    void failed(const lockstep::Error &error);
    void begun(); // something begins that may fail: an error of the last time is of no use now
    // A run does not go on, by itself or as it was asked to, and no verdict says why.
    void halted(const QString &why);

    void opened(); // a run, at the end
    void closed(int place);
    void presentChanged(); // another run is the present one
    void changed(); // the present run has
    void moved(); // the cursor of the present run has
    void stopped(); // the run that went on by itself has

private:
    OpenRun &add();
    [[nodiscard]] OpenRun *presentRun();
    [[nodiscard]] OpenRun *runOf(int id);
    void open(Trace trace, const QString &origin);
    void open(const ExploreOptions &options, Trace trace, const QString &origin);
    void closeAll();
    void addKept(const KeptRun &kept);
    void keepOpenRuns(); // the runs of the present scenario
    void takeKeptRuns();
    void openIfKept(); // the present run, if it is only kept
    [[nodiscard]] KeptRuns keptRuns() const; // of the present scenario
    [[nodiscard]] static KeptRun keptOf(const OpenRun &run);
    void keepClosed(const KeptRun &run);
    void replaceWithOtherSettings(OpenRun &run);
    void fork(const OpenRun &from, const TraceStep &step);
    void request(OpenRun &run, const TraceStep &step);
    void sayWhyItEnded(const SteppedRun &run);
    void settle();

    QString m_key;
    ScenarioPtr m_scenario;
    ExploreOptions m_options;
    std::vector<OpenRun> m_open;
    std::vector<KeptRun> m_closed;
    std::map<QString, KeptRuns> m_keptRuns; // of the other scenarios
    int m_present = -1;
    int m_lastId = 0;
    int m_lastNumber = 0;
    bool m_isActive = false;
    // Hash of the text that kept runs are of, if its file has changed and nobody knows; or empty.
    QByteArray m_otherSource;
    QTimer m_settling; // runs while the user is changing settings
    int m_running = 0; // id of the run that goes on by itself; 0: none
    int m_ranFrom = 0; // its steps when that began
    quint32 m_seed = 0;
};

} // namespace lockstep

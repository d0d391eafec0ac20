#pragma once

#include "core/lab/step/keptruns.h"
#include "core/lab/step/steppedrun.h"

#include <QObject>
#include <QTimer>

#include <optional>

namespace lockstep {

// The stepped runs of one scenario that are open, one of them present: what was asked of each and
// what has come of it. Those of other scenarios are kept, and go their ways again once they are
// looked at. Choosing another way at an earlier step opens a new one. What is to be done
// goes out as signals, with the id of the run; how far it is then comes in through setRun(). One
// step is under way at a time. StepTabs shows them.
class SteppedRuns : public QObject
{
    Q_OBJECT

public:
    struct OpenRun
    {
        int id = 0; // never used again; 0: it is only kept, until it is looked at
        int number = 0; // as it is called
        int from = 0; // number of the run it was forked from; 0: none
        int fromStep = 0;
        QString origin; // or where it comes from: one of runOrigin, not yet translated
        ExploreOptions asked; // that it was opened with
        ExploreOptions set; // for all when it was opened; asked may be others
        Trace wanted; // that it is to go; empty once it is known how far it went
        Trace refused; // that it was to go, and of which only the beginning fits; empty: none
        SteppedRunPtr stepped; // nullptr: not yet
        int step = 0; // the cursor
        std::optional<int> wantedStep; // where it is to stand then
        int awaited = 0; // answers
    };

    explicit SteppedRuns(QObject *parent);

    // nullptr: there is nothing to step. key: by which its runs are kept while another is looked
    // at; another setting goes the same way again, in a run of its own where steps have been taken.
    // Nothing is opened before it is active.
    void setScenario(
        const QString &key, const ScenarioPtr &scenario, const ExploreOptions &options);
    void setActive(bool active);

    void openTrace(const Trace &trace, const QString &from);
    // With options of its own, until others are set.
    void openTraceWith(const ExploreOptions &options, const Trace &trace, const QString &from);
    // The run that went it with these settings becomes present, or else a new one.
    void showTrace(const Trace &trace, const QString &from);
    void choose(int place); // the present one
    void close(int place);
    void reopen(); // what was closed last
    [[nodiscard]] bool canReopen() const { return !m_closed.empty(); }

    // Of all scenarios, by key.
    [[nodiscard]] std::map<QString, KeptRuns> kept() const;
    void restore(std::map<QString, KeptRuns> kept); // before the first scenario

    // Of the present run.
    void moveTo(int step); // the cursor
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
    // The run to see beside the present one: that it was forked from, else a neighbour; −1: none.
    [[nodiscard]] int placeBesidePresent() const;
    [[nodiscard]] SteppedRunPtr shownRun() const; // nullptr: none
    [[nodiscard]] int shownStep() const;
    [[nodiscard]] bool isRunning() const { return m_running > 0; }
    [[nodiscard]] bool isAwaiting() const; // the present one; no step can be asked for
    [[nodiscard]] bool canUndo() const;
    [[nodiscard]] bool canRedo() const;

public Q_SLOTS:
    // How far that run is. One that has been closed is not listened to.
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
    void stopRequested(int run); // that
    // fork: a new run with the first steps of run.
    void forkRequested(int run, int steps, int fork);
    void closeRequested(int run);

    void failed(const lockstep::Error &error);
    void begun(); // something that may fail: what was said of the last time is over
    // It does not go on, by itself or as it was asked to, and no verdict says why.
    void halted(const QString &why);

    void opened(); // at the end
    void closed(int place);
    void presentChanged(); // another run
    void changed(); // the present run
    void moved(); // the cursor of the present run
    void stopped(); // the run that went on by itself

private:
    OpenRun &add();
    [[nodiscard]] OpenRun *presentRun();
    [[nodiscard]] OpenRun *runOf(int id);
    void open(Trace trace, const QString &origin);
    void open(const ExploreOptions &options, Trace trace, const QString &origin);
    void closeAll();
    void addKept(const KeptRun &kept);
    void shelve(); // the runs of the present scenario
    void unshelve();
    void wake(); // the present run, if it is only kept
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
    std::map<QString, KeptRuns> m_shelf; // of the other scenarios
    int m_present = -1;
    int m_lastId = 0;
    int m_lastNumber = 0;
    bool m_isActive = false;
    // Of kept runs whose file has changed since, which nobody has been told; empty: there are none.
    QByteArray m_otherSource;
    QTimer m_settling; // settings are being turned
    int m_running = 0; // id of the run that goes on by itself; 0: none
    int m_ranFrom = 0; // its steps when that began
    quint32 m_seed = 0;
};

} // namespace lockstep

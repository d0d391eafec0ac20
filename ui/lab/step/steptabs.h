#pragma once

#include "core/lab/step/steppedrun.h"

#include <QTimer>
#include <QWidget>

class QSplitter;
class QToolButton;

namespace lockstep {

class QuietTabs;
class StepPanel;
class SteppedPane;
class Theme;
class TraceLine;

// Stepped runs of one scenario, each a tab: choosing another way at an earlier step makes a new
// one. What is to be done goes out as signals, with the number of the run; how far it is then comes
// in through setRun(). One step is under way at a time.
class StepTabs : public QWidget
{
    Q_OBJECT

public:
    // theme: outlives this. panel: shows what is next; somebody else's.
    StepTabs(const Theme *theme, StepPanel *panel, QWidget *parent = nullptr);

    // nullptr: there is nothing to step. Another scenario closes all runs; another setting goes the
    // same way again, in a run of its own where steps have been taken. Nothing is opened before it
    // is active.
    void setScenario(const ScenarioPtr &scenario, const ExploreOptions &options);
    void setActive(bool active);
    // Titles are said where two scenarios may be seen at once.
    void setTitle(const QString &title) { m_title = title; }

    void openTrace(const Trace &trace, const QString &from);
    // The tab that went it with these settings, or else a new one.
    void showTrace(const Trace &trace, const QString &from);
    void step(const TraceStep &step); // at the cursor
    void stepClient(int client, int thread);
    void act(TraceStep::Kind kind); // of the environment; crash, pause: the chosen client
    void undo();
    void redo();
    void runUntilViolation();
    void stop();
    void closeTab(int tab);
    void compare(bool on);
    void copyTrace();
    void goToLine(int line);

    [[nodiscard]] SteppedRunPtr shownRun() const; // nullptr: none
    [[nodiscard]] int shownStep() const;
    [[nodiscard]] bool isRunning() const { return m_running > 0; }
    [[nodiscard]] bool isComparing() const { return m_kept != nullptr; }
    [[nodiscard]] bool canUndo() const;
    [[nodiscard]] bool canRedo() const;
    // What undo() takes back, or why there is nothing: it is the last step, wherever the cursor is.
    [[nodiscard]] QString undoWords() const;
    [[nodiscard]] SteppedPane *pane() const { return m_pane; }
    [[nodiscard]] SteppedPane *keptPane() const { return m_keptPane; }
    [[nodiscard]] QuietTabs *tabs() const { return m_tabs; }

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
    void changed(); // what is shown, or what can be done
    // Where each client is about to be, by line of the file.
    void placesChanged(const std::map<int, QStringList> &places);
    void lineHovered(int line);
    void lineChosen(int line);

protected:
    void changeEvent(QEvent *event) override;

private:
    struct Tab
    {
        int run = 0; // its number, never used again
        int number = 0; // as it is called
        int from = 0; // number of the run it was forked from; 0: none
        int fromStep = 0;
        QString origin; // or where it comes from
        ExploreOptions asked; // that it was opened with
        Trace wanted; // that it is to go; empty once it is known how far it went
        Trace refused; // that it was to go, and of which only the beginning fits; empty: none
        SteppedRunPtr stepped; // nullptr: not yet
        int step = 0; // the cursor
        int awaited = 0; // answers
    };

    void layOut();
    void connectParts();
    void retranslate();
    Tab &addTab();
    QWidget *makeCloser(int number);
    [[nodiscard]] Tab *present();
    [[nodiscard]] const Tab *present() const;
    [[nodiscard]] Tab *tabOf(int run);
    void open(const Trace &trace, const QString &origin);
    void closeAll();
    void fork(const Tab &from, const TraceStep &step);
    void request(Tab &tab, const TraceStep &step);
    void sayWhyItEnded(const SteppedRun &run);
    void settle();
    void showTab();
    void showPanel();
    void showKept();
    void moveTo(int step);
    void nameTabs();
    [[nodiscard]] QString nameOf(const Tab &tab) const;

    const Theme *m_theme;
    StepPanel *m_panel;
    QuietTabs *m_tabs;
    QToolButton *m_new;
    SteppedPane *m_keptPane, *m_pane;
    TraceLine *m_trace;
    QSplitter *m_split = nullptr;
    ScenarioPtr m_scenario;
    ExploreOptions m_options;
    QString m_title;
    std::vector<Tab> m_open; // by tab
    int m_lastRun = 0;
    int m_lastNumber = 0;
    bool m_isActive = false;
    QTimer m_settling; // settings are being turned
    int m_running = 0; // run that goes on by itself; 0: none
    int m_ranFrom = 0; // its steps when that began
    quint32 m_seed = 0;
    SteppedRunPtr m_kept; // on the left; nullptr: none
    int m_keptStep = 0;
    QString m_keptTitle;
};

} // namespace lockstep

#pragma once

#include "ui/lab/step/steppedruns.h"

#include <QWidget>

class QSplitter;
class QToolButton;

namespace lockstep {

class QuietTabs;
class StepPanel;
class SteppedPane;
class Theme;
class TraceLine;

// Shows each open stepped run as a tab, and below the tabs the current run with its trace. Another
// run can be shown beside it for comparison.
class StepTabs : public QWidget
{
    Q_OBJECT

public:
    // theme, runs and panel must outlive this. panel shows the possible next steps of the present
    // run.
    StepTabs(const Theme *theme, SteppedRuns *runs, StepPanel *panel, QWidget *parent = nullptr);

    // The title of the scenario, which is shown where two scenarios may be seen at once.
    void setTitle(const QString &title) { m_title = title; }

    void step(const TraceStep &step); // takes the step at the cursor
    void stepClient(int client, int thread);
    void stepEnvironment(TraceStep::Kind kind); // crashes and pauses hit the chosen client
    void compare(bool on);
    void copyTrace(); // copies the command line that replays it
    void goToLine(int line);
    void setTableShown(bool shown); // also shows or hides the trace

    [[nodiscard]] bool isComparing() const { return m_kept != nullptr; }
    // What undo would take back, or why it would take back nothing. Undo always takes back the last
    // step of the run, wherever the cursor is.
    [[nodiscard]] QString undoWords() const;
    [[nodiscard]] SteppedRuns *runs() const { return m_runs; }
    [[nodiscard]] SteppedPane *pane() const { return m_pane; }
    [[nodiscard]] QuietTabs *bar() const { return m_bar; }

Q_SIGNALS:
    void halted(const lockstep::Saying &why); // an entered trace cannot be read
    void commandEntered(const QString &line); // a replay command was entered in place of a trace
    void changed(); // what is shown has changed, or what can be done
    // places: by line of the file, the names of the clients whose next step is there.
    void placesChanged(const std::map<int, QStringList> &places);
    // The clients' local variables at the cursor, a line for each: "A  stock = 1".
    void variablesChanged(const QStringList &lines);
    void lineHovered(int line);
    void lineChosen(int line);

protected:
    void changeEvent(QEvent *event) override;

private:
    void layOut();
    void connectRuns();
    void connectParts();
    void connectPane(SteppedPane *pane);
    void retranslate();
    void addTab();
    [[nodiscard]] static QString nameOf(const SteppedRuns::OpenRun &run);
    void nameTabs();
    void showCurrent(); // another run is the current one
    void showRun();
    void showStep();
    void showPanel();
    void showKept();

    SteppedRuns *m_runs;
    StepPanel *m_panel;
    QuietTabs *m_bar;
    QToolButton *m_new;
    SteppedPane *m_keptPane, *m_pane;
    TraceLine *m_trace;
    QSplitter *m_split;
    QString m_title;
    SteppedRunPtr m_kept; // the run shown on the left for comparison; nullptr if none
};

} // namespace lockstep

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

// Shows the stepped runs that are open, each as a tab. It shows the present run, maybe beside one
// that was kept to compare it with, and its trace.
class StepTabs : public QWidget
{
    Q_OBJECT

public:
    // All outlive this. panel: shows what is next in the present run.
    StepTabs(const Theme *theme, SteppedRuns *runs, StepPanel *panel, QWidget *parent = nullptr);

    // The title of the scenario, which is shown where two scenarios may be seen at once.
    void setTitle(const QString &title) { m_title = title; }

    void step(const TraceStep &step); // at the cursor
    void stepClient(int client, int thread);
    void stepEnvironment(TraceStep::Kind kind); // crash, pause: the chosen client
    void compare(bool on);
    void copyTrace(); // as a command that replays it
    void goToLine(int line);
    void setTableShown(bool shown); // and the trace

    [[nodiscard]] bool isComparing() const { return m_kept != nullptr; }
    // What undoing takes back, which is the last step wherever the cursor is; or why it takes back
    // nothing.
    [[nodiscard]] QString undoWords() const;
    [[nodiscard]] SteppedRuns *runs() const { return m_runs; }
    [[nodiscard]] SteppedPane *pane() const { return m_pane; }
    [[nodiscard]] QuietTabs *bar() const { return m_bar; }

Q_SIGNALS:
    void halted(const QString &why); // a trace cannot be read
    void commandEntered(const QString &line); // in place of a trace
    void changed(); // what is shown has changed, or what can be done
    // At which line of the file each client is about to be.
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
    void showPresent(); // another run
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
    SteppedRunPtr m_kept; // on the left; nullptr: none
};

} // namespace lockstep

#pragma once

#include "core/lab/counterexample/violationtrace.h"
#include "core/lab/history/run.h"
#include "ui/connect/permission.h"
#include "ui/lab/page/focusfallback.h"
#include "ui/lab/scenarios/shownscenario.h"
#include "ui/lab/step/labmode.h"

#include <QFont>
#include <QWidget>

#include <optional>

class QStackedWidget;

namespace lockstep {

class Banner;
class EditAction;
class FreeRuns;
class LabBar;
class LabColumns;
class OwnFiles;
class ProgramColumn;
class ScenarioEditing;
class ScenarioList;
struct ScenarioEntry;
class SolutionGrading;
class StepController;
class Theme;
class TraceOpening;

// The Lab page: the scenarios, the program of the chosen one with its settings, and its run, which
// is a free run, steps, or an exploration. The page never touches a socket: requests go out as
// signals of freeRuns(), stepController(), traces() and grading(), and results come in by their
// slots.
class LabPage : public QWidget
{
    Q_OBJECT

public:
    // theme must outlive this.
    explicit LabPage(const Theme *theme, QWidget *parent = nullptr);

    // Sets the language in which the texts of files are shown, one of languageCodes().
    void setLanguage(const QString &language);
    void setScenarios(const std::vector<ScenarioPtr> &scenarios);
    // files must outlive this. folder: where copies of lessons go that the user edits.
    void setOwnFiles(OwnFiles *files, const QString &folder);
    // Sets the connected server, on which free runs may take place. name: empty if there is none.
    void setServer(const QString &name, Permission permission);
    // Chooses a scenario by id or path. Returns false if there is no such scenario, or if edits of
    // the present one cannot be saved.
    bool choose(const QString &idOrPath);
    // Replaces the settings for free runs of the chosen scenario.
    void setOptions(const RunOptions &options);
    // ids: of the scenarios whose exercise is solved.
    void setSolved(const QStringList &ids);
    // That of the listing if the focus is there, else that of the list of scenarios.
    void focusSearch();
    // Saves where the user has put the splitters, and which panels are hidden.
    [[nodiscard]] QByteArray layoutState() const;
    void restoreLayout(const QByteArray &state);
    void setMode(LabMode mode);

    [[nodiscard]] FreeRuns *freeRuns() const { return m_freeRuns; }
    [[nodiscard]] StepController *stepController() const { return m_stepController; }
    [[nodiscard]] TraceOpening *traces() const { return m_traces; }
    [[nodiscard]] SolutionGrading *grading() const { return m_grading; }
    [[nodiscard]] LabBar *bar() const { return m_bar; } // the window puts it in place
    [[nodiscard]] ScenarioEditing *editing() const { return m_editing; }
    // The chosen one; nullptr if there is none or its file has a mistake.
    [[nodiscard]] ScenarioPtr scenario() const;
    [[nodiscard]] RunPtr shownRun() const; // nullptr if there is none
    [[nodiscard]] int shownRound() const;
    [[nodiscard]] QString statusWords() const; // of the current mode; empty if nothing was run

public Q_SLOTS:
    // Chooses the scenario of these steps and shows them. Returns false if its file is not in the
    // list; the steps are then shown once it has been opened.
    bool openReplay(const lockstep::TracedViolation &traced);
    void setCommandFailure(const lockstep::Error &error);

Q_SIGNALS:
    void stopRequested(); // of a free run
    // The user has entered `lockstep lab replay …` in place of a trace. openReplay() or
    // setCommandFailure() answers.
    void commandEntered(const QString &line);
    void scenariosWanted(); // emitted when the page is first shown
    void openFileRequested();
    void statusChanged();
    void modeChanged();
    void presentingChanged(bool on);

protected:
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void layOut();
    void layOutModes();
    void connectParts();
    void connectModes();
    void connectFreeRuns();
    void retranslate();

    // Defined in labscenario.cpp:
    bool mayLeave(const QString &key);
    void showScenario(const QString &key);
    void showEntry(const ScenarioEntry &entry);
    void showLesson();
    void showMistake();
    void showMistakeOf(const Error &error); // a mistake that stepping or exploring has met
    void showRun();
    void onFilesChanged();
    void swapFix();
    void noteSwap();

    // Defined in labmodes.cpp:
    void showMode();
    void takeKeys();
    void perform(); // LabBar::Action::Run, with the program as it is on the screen
    void performNow();
    void setPresenting(bool on);
    void stopIt();
    void compare(bool on);
    void stepViolation();
    void openTrace(const TracedViolation &traced, const QString &origin);
    void updateActions();
    void updateRunActions();
    void updateStepViolation();
    void updateStepActions();
    void stepTheScenario();

    const Theme *m_theme;
    LabBar *m_bar;
    Banner *m_banner;
    ScenarioList *m_list;
    ShownScenario m_shown;
    FreeRuns *m_freeRuns; // the mode Run
    StepController *m_stepController;
    ProgramColumn *m_programColumn;
    ScenarioEditing *m_editing;
    EditAction *m_edit;
    SolutionGrading *m_grading;
    TraceOpening *m_traces;
    QStackedWidget *m_modes = nullptr; // the panes of free runs, and those of steps
    LabColumns *m_columns = nullptr;
    OwnFiles *m_files = nullptr;
    QString m_cameFrom; // the scenario that the current one was swapped in for
    // What the current one was given then.
    RunOptions m_swappedRun;
    ExploreOptions m_swappedExploration;
    std::optional<QFont> m_fontBeforePresenting;
    bool m_wasSeen = false;
    FocusFallback m_focusFallback;
};

} // namespace lockstep

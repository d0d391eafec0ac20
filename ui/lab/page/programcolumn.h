#pragma once

#include "core/lab/scenario/scenario.h"
#include "ui/lab/step/labmode.h"
#include "ui/widgets/quietsplitter.h"

class QStackedWidget;

namespace lockstep {

class EditRow;
class FindRow;
class LessonView;
class Panel;
class ProgramView;
class QuietTabs;
class ScriptsView;
class ShownScenario;
class Theme;
class VariablesRow;

// The middle column of the Lab page: the program, the lesson and the server scripts as tabs, below
// them the steps that can be taken next, and the settings of the mode.
class ProgramColumn : public QuietSplitter
{
    Q_OBJECT

public:
    // Made by the controllers of the modes; the column takes them over.
    struct ModeParts
    {
        QWidget *runSettings; // of free runs
        QWidget *stepSettings; // of stepping and exploring
        QWidget *nextSteps;
    };

    // theme and shown must outlive this.
    ProgramColumn(const Theme *theme, const ShownScenario *shown, const ModeParts &parts,
        QWidget *parent = nullptr);

    void setMode(LabMode mode);
    // on: nothing is shown below the tabs.
    void setPresenting(bool on);
    // Shows the server scripts that the program calls. Their tab is visible only if there are any.
    // scenario: nullptr if the file cannot be read.
    void setScriptsOf(const ScenarioPtr &scenario);
    void showProgram(); // brings its tab to the front
    // Opens the search in the program if the focus is there. Returns whether it is.
    bool openSearch();

    [[nodiscard]] ProgramView *program() const { return m_program; }
    [[nodiscard]] VariablesRow *variables() const { return m_variables; } // below the program
    [[nodiscard]] EditRow *editRow() const { return m_editRow; } // below the program
    [[nodiscard]] LessonView *lesson() const { return m_lesson; }

protected:
    void changeEvent(QEvent *event) override;

private:
    QWidget *makeListing();
    QWidget *makeTexts();
    void showPanels();
    void retranslate();

    QuietTabs *m_tabs;
    QStackedWidget *m_texts; // the widgets of the tabs
    QWidget *m_listing; // the program with the rows below it
    ProgramView *m_program;
    VariablesRow *m_variables;
    FindRow *m_find;
    EditRow *m_editRow;
    LessonView *m_lesson;
    ScriptsView *m_scripts;
    lockstep::Panel *m_nextPanel; // QFrame has a Panel too
    lockstep::Panel *m_settingsPanel;
    QStackedWidget *m_settings; // those of free runs, and those of steps
    LabMode m_mode = LabMode::Run;
    bool m_isPresenting = false;
};

} // namespace lockstep

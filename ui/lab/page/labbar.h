#pragma once

#include "ui/lab/step/labmode.h"

#include <QWidget>

class QAction;
class QMenu;

namespace lockstep {

class BarButton;
class ModeSwitch;
class PlaceButton;
class Theme;

// The actions of the Lab page, as buttons for the top bar and as entries for the menu.
class LabBar : public QWidget
{
    Q_OBJECT

public:
    // The first three actions choose a mode; they are in the order of LabMode.
    enum class Action : quint8 {
        RunMode,
        StepMode,
        ExploreMode,
        Run, // by the mode: run freely, step until a violation, or explore
        Stop,
        Undo,
        Redo,
        StepViolation, // show a violation of a free run as steps
        SwapFix,
        Edit, // edit the program, or a copy of it
        Compare,
        CopyTrace,
        ReopenRun, // reopen the stepped run that was closed last
        Present, // for a class: shows only picture and program, in larger type
        ShowList,
        ShowProgram,
        OpenFile
    };
    Q_ENUM(Action)

    // theme must outlive this.
    explicit LabBar(const Theme *theme, QWidget *parent = nullptr);

    [[nodiscard]] QAction *action(Action which) const;
    [[nodiscard]] const QList<QAction *> &labActions() const { return m_actions; }
    // Chooses where free runs are played; visible together with their actions.
    [[nodiscard]] PlaceButton *place() const { return m_place; }
    // swapped: whether the fix is shown, so that SwapFix leads back to the lesson.
    void setSwapped(bool swapped);
    enum class Editing : quint8 { ACopy, InPlace, UnderWay };
    void setEditing(Editing editing);
    void setRunProblem(const QString &problem); // why Run is not possible; empty if it is
    // What Undo takes back, or why there is nothing to take back.
    void setUndoWords(const QString &words);
    // check: the one whose violation StepViolation would show; empty if there is none. problem: why
    // it cannot be shown as steps; empty if it can.
    void setViolationWords(const QString &check, const QString &problem);
    // The mode decides which actions are visible, and what they are called.
    void setMode(LabMode mode);
    [[nodiscard]] LabMode mode() const { return m_mode; }
    // Whether the user is choosing a mode with the keys and may go on to the next one.
    [[nodiscard]] bool isChoosingMode() const;
    // onPage: whether the lab is the page that is shown; if not, none of its actions is visible.
    void setOnPage(bool onPage);
    // broken: whether the scenario is known to be broken because it has a fix. The texts for
    // exploring depend on it.
    void setBroken(bool broken);

Q_SIGNALS:
    void modeChosen(lockstep::LabMode mode);

protected:
    bool event(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void addButton(Action which, const QString &icon);
    void name(Action which, const QString &brief, const QString &text);
    void retranslate();
    // The short and the long text for Run.
    [[nodiscard]] std::pair<QString, QString> runWords() const;
    void showActions();
    [[nodiscard]] bool isOfMode(Action which) const;
    void fitButtons();

    const Theme *m_theme;
    PlaceButton *m_place;
    ModeSwitch *m_modes;
    std::vector<BarButton *> m_buttons; // by Action; nullptr if an action has no button
    BarButton *m_more; // opens m_others
    QMenu *m_others; // a menu with the actions whose buttons have no room
    QList<QAction *> m_actions; // by Action
    QString m_problem, m_undo, m_violation, m_violationProblem;
    bool m_swapped = false;
    Editing m_editing = Editing::ACopy;
    bool m_broken = false;
    bool m_onPage = true;
    LabMode m_mode = LabMode::Run;
};

} // namespace lockstep

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

// The lab's verbs, as buttons for the top bar and as actions for the menu.
class LabBar : public QWidget
{
    Q_OBJECT

public:
    enum class Verb : quint8 {
        RunMode,
        StepMode,
        ExploreMode,
        Run, // of the mode: run freely, run until violation, explore
        Stop,
        Undo,
        Redo,
        StepViolation, // of a free run
        SwapFix,
        Edit, // the program, or a copy of it
        Compare,
        CopyTrace,
        ReopenRun, // a stepped one that was closed
        Present, // for a class: picture and program alone, larger
        ShowList,
        ShowProgram,
        OpenFile
    };
    Q_ENUM(Verb)

    // theme: outlives this.
    explicit LabBar(const Theme *theme, QWidget *parent = nullptr);

    [[nodiscard]] QAction *action(Verb verb) const;
    [[nodiscard]] const QList<QAction *> &verbs() const { return m_actions; }
    // Where free runs are played; seen with their verbs.
    [[nodiscard]] PlaceButton *place() const { return m_place; }
    // The fix is shown: the verb leads back.
    void setSwapped(bool swapped);
    enum class Editing : quint8 { ACopy, InPlace, UnderWay };
    void setEditing(Editing editing);
    void setRunProblem(const QString &problem); // empty: none
    void setUndoWords(const QString &words); // what it takes back, or why nothing
    void setViolationWords(const QString &check); // that would be stepped; empty: none
    // Which verbs there are, and what they are called.
    void setMode(LabMode mode);
    [[nodiscard]] LabMode mode() const { return m_mode; }
    // By keys: the next one may be wanted.
    [[nodiscard]] bool isChoosingMode() const;
    // Whether its page is seen: else none of its verbs is.
    void setOnPage(bool onPage);
    // Whether it is known to be broken: there is a fix. Says what exploring is for.
    void setBroken(bool broken);

Q_SIGNALS:
    void modeChosen(lockstep::LabMode mode);

protected:
    bool event(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void addButton(Verb verb, const QString &icon);
    void name(Verb verb, const QString &brief, const QString &text);
    void retranslate();
    // Brief and in full.
    [[nodiscard]] std::pair<QString, QString> runWords() const;
    void showVerbs();
    [[nodiscard]] bool isOfMode(Verb verb) const;
    void fitButtons();

    const Theme *m_theme;
    PlaceButton *m_place;
    ModeSwitch *m_modes;
    std::vector<BarButton *> m_buttons; // by Verb; nullptr: it has none
    BarButton *m_more; // opens a menu of those that have no room
    QMenu *m_others; // it
    QList<QAction *> m_actions; // by Verb
    QString m_problem, m_undo, m_violation;
    bool m_swapped = false;
    Editing m_editing = Editing::ACopy;
    bool m_broken = false;
    bool m_onPage = true;
    LabMode m_mode = LabMode::Run;
};

} // namespace lockstep

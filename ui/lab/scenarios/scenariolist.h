#pragma once

#include "ui/lab/scenarios/scenariolistmodel.h"

#include <QWidget>

class QLineEdit;
class QListView;
class QPushButton;

namespace lockstep {

class Theme;

// The list of scenarios with a search field above and "Open a file…" below.
class ScenarioList : public QWidget
{
    Q_OBJECT

public:
    // theme must outlive this.
    explicit ScenarioList(const Theme *theme, QWidget *parent = nullptr);

    [[nodiscard]] ScenarioListModel *model() const { return m_model; }
    // Shows a scenario as the chosen one, without emitting a signal. A search that hides it is
    // cleared.
    void choose(const QString &key);
    [[nodiscard]] QString chosen() const { return m_chosen; }
    void focusSearch();
    void focusList();

Q_SIGNALS:
    void scenarioChosen(const QString &key);
    void openRequested();
    void forgetRequested(const QString &path);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void layOut();
    void retranslate();
    void applyLook();
    void search(const QString &words);
    void openMenu(const QPoint &where);
    void showChosen();
    void bringIntoView();
    [[nodiscard]] bool isChosenInSight() const;
    void layOutAgain();

    const Theme *m_theme;
    ScenarioListModel *m_model;
    QLineEdit *m_search;
    QListView *m_list;
    QPushButton *m_open;
    QString m_chosen;
    bool m_wasChosenInSight = false; // before the last change of a mark
    bool m_isUpdating = false;
};

} // namespace lockstep

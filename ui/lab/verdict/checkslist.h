#pragma once

#include "core/lab/explore/exploration.h"
#include "core/lab/history/run.h"
#include "ui/lab/words/verdictwords.h"

#include <QListWidget>

namespace lockstep {

class Theme;

// Lists the checks of a run or an exploration, each with whether it held.
class ChecksList : public QListWidget
{
    Q_OBJECT

public:
    // theme must outlive this.
    explicit ChecksList(const Theme *theme, QWidget *parent = nullptr);

    void setRun(const RunPtr &run); // nullptr empties the list
    void setExploration(const ExplorationPtr &exploration); // nullptr empties the list

Q_SIGNALS:
    // A check was clicked or, with the keyboard, entered, whether it held or not. check: its index
    // in Run::results or Exploration::checks.
    void checkChosen(int check);

protected:
    void changeEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void add(CheckOutcome outcome, const QString &check, const QString &sentence);
};

} // namespace lockstep

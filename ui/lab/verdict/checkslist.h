#pragma once

#include "core/lab/explore/exploration.h"
#include "core/lab/history/run.h"
#include "ui/lab/words/verdictwords.h"

#include <QListWidget>

namespace lockstep {

class Theme;

// What must hold and whether it did, a line each; choosing one that did not hold shows where.
class ChecksList : public QListWidget
{
    Q_OBJECT

public:
    // theme: outlives this.
    explicit ChecksList(const Theme *theme, QWidget *parent = nullptr);

    void setRun(const RunPtr &run); // nullptr: empty
    void setExploration(const ExplorationPtr &exploration); // likewise

Q_SIGNALS:
    void violationChosen(int check); // its place among the results

protected:
    void changeEvent(QEvent *event) override;

private:
    void add(CheckOutcome outcome, const QString &check, const QString &sentence);
};

} // namespace lockstep

#pragma once

#include "core/lab/explore/exploration.h"
#include "core/lab/history/run.h"
#include "ui/lab/words/verdictwords.h"

#include <QListWidget>

namespace lockstep {

class Theme;

// Lists the checks of a run or an exploration, each with whether it held. Choosing a violated one
// emits violationChosen(), so that the violation can be shown.
class ChecksList : public QListWidget
{
    Q_OBJECT

public:
    // theme must outlive this.
    explicit ChecksList(const Theme *theme, QWidget *parent = nullptr);

    void setRun(const RunPtr &run); // nullptr empties the list
    void setExploration(const ExplorationPtr &exploration); // nullptr empties the list

Q_SIGNALS:
    void violationChosen(int check); // index in the results of the run

protected:
    void changeEvent(QEvent *event) override;

private:
    void add(CheckOutcome outcome, const QString &check, const QString &sentence);
};

} // namespace lockstep

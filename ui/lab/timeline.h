#pragma once

#include "core/lab/run.h"

#include <QWidget>

namespace lockstep {

class Theme;

// The picture of one round: keys above, clients below, then counts and throughput, on one time
// axis.
class Timeline : public QWidget
{
    Q_OBJECT

public:
    // theme: outlives this.
    explicit Timeline(const Theme *theme, QWidget *parent = nullptr);

    void setRun(const RunPtr &run, int round); // nullptr: nothing to show
    void showRange(Moment from, Moment until); // zooms
    void setCursorAt(Moment at); // through all lanes
    [[nodiscard]] Moment cursor() const;

Q_SIGNALS:
    void cursorMoved(qint64 at);
    void operationHovered(quint32 operation); // none: nothing is under the mouse
    void operationChosen(quint32 operation);

private:
    const Theme *m_theme;
    RunPtr m_run;
    int m_round = 0;
    Moment m_cursor = 0;
};

} // namespace lockstep

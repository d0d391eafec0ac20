#include "ui/lab/timeline.h"

#include "ui/theme.h"

namespace lockstep {

Timeline::Timeline(const Theme *theme, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
{
}

void Timeline::setRun(const RunPtr &run, int round)
{
    m_run = run;
    m_round = round;
    update();
}

void Timeline::showRange(Moment, Moment)
{
    update();
}

void Timeline::setCursorAt(Moment at)
{
    m_cursor = at;
    update();
}

Moment Timeline::cursor() const
{
    return m_cursor;
}

} // namespace lockstep

#pragma once

#include "ui/lab/program/programview.h"

#include <QPaintEvent>

namespace lockstep {

// The strip at the left of the program: line numbers, and at each line the letters of the clients
// that are there. ProgramView paints it, because only that knows the positions of its lines.
class ProgramView::Gutter : public QWidget
{
public:
    explicit Gutter(ProgramView *view)
        : QWidget(view)
        , m_view(view)
    {
    }

protected:
    void paintEvent(QPaintEvent *event) override { m_view->paintGutter(event->rect()); }

private:
    ProgramView *m_view;
};

} // namespace lockstep

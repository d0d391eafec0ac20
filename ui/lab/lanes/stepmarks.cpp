// A step that lets time pass has no length on an axis of steps: it may be a millisecond or an hour.
// So its column is wider than the others, and its piece of the axis is cut through.

#include "ui/lab/lanes/stepmarks.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr Moment column = stepLength;

void paintBreak(const LaneContext &c, double x, double y)
{
    const double half = std::round(c.unit * 0.28);
    // The line is interrupted between the two strokes.
    c.painter.fillRect(QRectF(x - half * 0.6, y - 1, half * 1.2, 3), c.colours().panel);
    c.painter.setRenderHint(QPainter::Antialiasing);
    c.painter.setPen(QPen(c.colours().secondary, 1.4));
    for (const double by : {-half * 0.6, half * 0.6})
        c.painter.drawLine(
            QPointF(x + by - half * 0.5, y + half), QPointF(x + by + half * 0.5, y - half));
    c.painter.setRenderHint(QPainter::Antialiasing, false);
}

// ≠, drawn: not every font has it.
void paintUnequal(const LaneContext &c, const QRectF &area)
{
    c.painter.setRenderHint(QPainter::Antialiasing);
    c.painter.setPen(QPen(c.colours().accent, std::max(1.4, area.height() / 7)));
    const double third = area.height() / 3;
    for (const double y : {area.top() + third, area.bottom() - third})
        c.painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
    c.painter.drawLine(QPointF(area.center().x() - third / 2, area.bottom()),
        QPointF(area.center().x() + third / 2, area.top()));
    c.painter.setRenderHint(QPainter::Antialiasing, false);
}

} // namespace

void paintTimeSteps(const LaneContext &c, double top, double bottom)
{
    const QColor ground = blended(c.colours().outside, c.colours().panel, 0.22);
    for (const Moment begin : c.tracks.timeSteps) {
        const double from = std::max(std::round(c.time.x(begin)), c.clipLeft);
        const double until = std::min(std::round(c.time.x(begin + column)), c.clipRight);
        if (until > from)
            c.painter.fillRect(QRectF(from, top, until - from, bottom - top), ground);
    }
}

void paintBreaks(const LaneContext &c, const QRectF &axis)
{
    for (const Moment begin : c.tracks.timeSteps) {
        const double x = std::round(c.time.x(begin + column / 2));
        if (x > c.clipLeft && x < c.clipRight)
            paintBreak(c, x, axis.bottom());
    }
}

void paintDifference(const LaneContext &c, int step, const QRectF &axis, double bottom)
{
    if (step < 1)
        return;
    const double x = std::round(c.time.x(column * (step - 1)));
    if (x < c.clipLeft || x > c.clipRight)
        return;
    c.painter.setRenderHint(QPainter::Antialiasing, false);
    c.painter.setPen(QPen(c.colours().accent, 1, Qt::DashLine));
    c.painter.drawLine(QPointF(x, axis.top() + 2), QPointF(x, bottom));
    const double size = std::round(c.unit * 0.6);
    paintUnequal(c, QRectF(x + 4, axis.center().y() - size / 2, size, size));
}

} // namespace lockstep

// A step is a column of one second: what it did stands inside, what came of it begins at its end.
// That is why the cursor of a step is the column's right edge, and its flag covers the column's
// name. A step of the environment is called by its name in the trace.
//
// A step that lets time pass has no length on an axis of steps: it may be a millisecond or an hour.
// So its column is wider than the others, and its piece of the axis is cut through.

#include "ui/lab/lanes/stepaxis.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr Moment column = stepLength;

// Every which column has room for its name: 1, 2, 5, 10, …
Moment namedEvery(const LaneContext &c)
{
    const double least = c.unit * 1.6 / (c.time.pixelsPerMoment() * double(column));
    for (Moment every = 1;; every *= 10) {
        for (const Moment factor : {1, 2, 5}) {
            if (double(every * factor) >= least * 0.999)
                return every * factor;
        }
    }
}

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

QString stepWords(const LaneContext &c, Moment at)
{
    const Moment number = at / column;
    const QString word = c.columns.value(qsizetype(number - 1));
    return word.isEmpty() ? QString::number(number) : word;
}

void paintStepAxis(const LaneContext &c, const QRectF &area, const QRectF &taken)
{
    const Moment every = namedEvery(c);
    const Moment last = std::min(c.lastSeen() + column, c.tracks.round.end);
    const double room = c.time.pixelsPerMoment() * double(column * every);
    for (Moment end = (c.firstSeen() / column + 1) * column; end <= last; end += column) {
        const double x = c.time.x(end);
        c.painter.fillRect(QRectF(std::round(x), area.bottom() - 4, 1, 4), c.colours().hairline);
        const bool isNamed = !c.columns.value(qsizetype(end / column - 1)).isEmpty();
        const double middle = c.time.x(end - column / 2);
        const QString words = stepWords(c, end);
        const double width = c.smallWidth(words);
        const double left = middle - width / 2;
        const bool isFree = taken.isEmpty() || left + width < taken.left() || left > taken.right();
        if (isFree && left >= c.clipLeft && left + width <= c.clipRight && width <= room
            && (end / column % every == 0 || (isNamed && every == 1)))
            c.smallText({left, c.baseline(area.center().y() - 1)}, words, c.colours().secondary);
    }
}

QRectF stepFlag(const LaneContext &c, Moment at, const QRectF &axis)
{
    const double x = std::round(c.time.x(at));
    const double words = c.smallWidth(stepWords(c, at)) + 0.7 * c.unit;
    const double wide = at == 0 ? words : std::max(words, x - c.time.x(at - column) - 4);
    const double left = at == 0 ? x - words / 2 : x - wide;
    return {std::max(left, c.clipLeft - words), axis.top() + 3, wide, axis.height() - 8};
}

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

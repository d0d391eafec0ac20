// The axis of a stepped run. A step is a column of one second: what it did stands inside the
// column, and its effects begin at the end of it. That is why the cursor of a step is the column's
// right edge, and its flag covers the column's name. A step of the environment is called by its
// name in the trace, with what it does where the column has room for that.
//
// A step that lets time pass has no length on an axis of steps: it may be a millisecond or an hour.
// So its column is wider than the others, and its piece of the axis is cut through.

#include "ui/lab/lanes/stepaxis.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr Moment column = stepLength;

// If not every column has room for its name, only every n-th is labelled. Returns n: 1, 2, 5, 10, …
Moment namedEvery(const LaneContext &context)
{
    const double least = context.unit * 1.6 / (context.time.pixelsPerMoment() * double(column));
    for (Moment every = 1;; every *= 10) {
        for (const Moment factor : {1, 2, 5}) {
            if (double(every * factor) >= least * 0.999)
                return every * factor;
        }
    }
}

// The margins of a flag, left and right of its label together.
double margin(const LaneContext &context)
{
    return 0.7 * context.unit;
}

void paintBreak(const LaneContext &context, double x, double y)
{
    const double half = std::round(context.unit * 0.28);
    // The line is interrupted between the two strokes.
    context.painter.fillRect(QRectF(x - half * 0.6, y - 1, half * 1.2, 3), context.colours().panel);
    context.painter.setRenderHint(QPainter::Antialiasing);
    context.painter.setPen(QPen(context.colours().secondary, 1.4));
    for (const double by : {-half * 0.6, half * 0.6})
        context.painter.drawLine(
            QPointF(x + by - half * 0.5, y + half), QPointF(x + by + half * 0.5, y - half));
    context.painter.setRenderHint(QPainter::Antialiasing, false);
}

// Paints a ≠ with lines, because not every font has this character.
void paintUnequal(const LaneContext &context, const QRectF &area)
{
    context.painter.setRenderHint(QPainter::Antialiasing);
    context.painter.setPen(QPen(context.colours().accent, std::max(1.4, area.height() / 7)));
    const double third = area.height() / 3;
    for (const double y : {area.top() + third, area.bottom() - third})
        context.painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
    context.painter.drawLine(QPointF(area.center().x() - third / 2, area.bottom()),
        QPointF(area.center().x() + third / 2, area.top()));
    context.painter.setRenderHint(QPainter::Antialiasing, false);
}

} // namespace

QString stepWords(const LaneContext &context, Moment at)
{
    const Moment number = at / column;
    const StepColumn called = context.columns.value(qsizetype(number - 1));
    if (called.name.isEmpty())
        return QString::number(number);
    const double room = context.time.x(at) - context.time.x(at - column) - margin(context);
    return context.smallWidth(called.words) <= room ? called.words : called.name;
}

void paintStepAxis(const LaneContext &context, const QRectF &area, const QRectF &taken)
{
    const Moment every = namedEvery(context);
    const Moment last = std::min(context.lastSeen() + column, context.tracks.round.end);
    const double room = context.time.pixelsPerMoment() * double(column * every);
    for (Moment end = (context.firstSeen() / column + 1) * column; end <= last; end += column) {
        const double x = context.time.x(end);
        context.painter.fillRect(
            QRectF(std::round(x), area.bottom() - 4, 1, 4), context.colours().hairline);
        const bool isNamed = !context.columns.value(qsizetype(end / column - 1)).name.isEmpty();
        const double middle = context.time.x(end - column / 2);
        const QString words = stepWords(context, end);
        const double width = context.smallWidth(words);
        const double left = middle - width / 2;
        const bool isFree = taken.isEmpty() || left + width < taken.left() || left > taken.right();
        if (isFree && left >= context.clipLeft && left + width <= context.clipRight && width <= room
            && (end / column % every == 0 || (isNamed && every == 1)))
            context.smallText({left, context.baseline(area.center().y() - 1)}, words,
                context.colours().secondary);
    }
}

QRectF stepFlag(const LaneContext &context, Moment at, const QRectF &axis)
{
    const double x = std::round(context.time.x(at));
    const double words = context.smallWidth(stepWords(context, at)) + margin(context);
    const double wide = at == 0 ? words : std::max(words, x - context.time.x(at - column) - 4);
    const double left = at == 0 ? x - words / 2 : x - wide;
    return {std::max(left, context.clipLeft - words), axis.top() + 3, wide, axis.height() - 8};
}

void paintTimeSteps(const LaneContext &context, double top, double bottom)
{
    const QColor ground = blended(context.colours().outside, context.colours().panel, 0.22);
    for (const Moment begin : context.tracks.timeSteps) {
        const double from = std::max(std::round(context.time.x(begin)), context.clipLeft);
        const double until =
            std::min(std::round(context.time.x(begin + column)), context.clipRight);
        if (until > from)
            context.painter.fillRect(QRectF(from, top, until - from, bottom - top), ground);
    }
}

void paintBreaks(const LaneContext &context, const QRectF &axis)
{
    for (const Moment begin : context.tracks.timeSteps) {
        const double x = std::round(context.time.x(begin + column / 2));
        if (x > context.clipLeft && x < context.clipRight)
            paintBreak(context, x, axis.bottom());
    }
}

void paintDifference(const LaneContext &context, int step, const QRectF &axis, double bottom)
{
    if (step < 1)
        return;
    const double x = std::round(context.time.x(column * (step - 1)));
    if (x < context.clipLeft || x > context.clipRight)
        return;
    context.painter.setRenderHint(QPainter::Antialiasing, false);
    context.painter.setPen(QPen(context.colours().accent, 1, Qt::DashLine));
    context.painter.drawLine(QPointF(x, axis.top() + 2), QPointF(x, bottom));
    const double size = std::round(context.unit * 0.6);
    paintUnequal(context, QRectF(x + 4, axis.center().y() - size / 2, size, size));
}

} // namespace lockstep

// A step is a column of one second: what it did stands inside, what came of it begins at its end.
// That is why the cursor of a step is the column's right edge, and its flag covers the column's
// name. A step of the environment is called by its name in the trace.

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

} // namespace lockstep

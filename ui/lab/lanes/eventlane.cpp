// Part of lanes.h. Paints the lanes of limiters and of events. Ticks that fall into one pixel
// column become one tick. Admitted and refused requests have a row each, so that many of one kind
// do not hide a single one of the other.

#include "ui/lab/lanes/lanes.h"

#include "ui/lab/drawing/operationwords.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

struct EventLaneWords
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::EventLane)
};

void paintTick(const LaneContext &context, double x, const QRectF &row, bool admitted)
{
    const QRectF tick(std::round(x) - 1.5, row.top(), 3, row.height());
    if (admitted) {
        context.painter.fillRect(tick, context.colours().text);
        return;
    }
    context.painter.setRenderHint(QPainter::Antialiasing, false);
    context.painter.setPen(QPen(context.colours().secondary, 1));
    context.painter.setBrush(context.colours().panel);
    context.painter.drawRect(tick.adjusted(0, 0, -1, -1));
}

void paintBracket(const LaneContext &context, const LimiterTrack &track, double top, double foot)
{
    const double from = std::max(context.time.x(track.worstFrom), context.clipLeft - 4);
    const double until =
        std::min(context.time.x(track.worstFrom + track.window), context.clipRight + 4);
    if (until <= context.clipLeft || from >= context.clipRight)
        return;
    const QColor ink =
        track.worst > track.limit ? context.colours().violation : context.colours().secondary;
    context.painter.setRenderHint(QPainter::Antialiasing, false);
    context.painter.setPen(QPen(ink, 1.5));
    context.painter.setBrush(Qt::NoBrush);
    const double y = std::round(foot) - 2;
    context.painter.drawPolyline(QPolygonF({{from, y + 4}, {from, y}, {until, y}, {until, y + 4}}));
    const QString words =
        EventLaneWords::tr("%1 in a window, at most %2").arg(track.worst).arg(track.limit);
    const double left =
        std::clamp((from + until - context.smallWidth(words)) / 2, context.clipLeft + 4,
            std::max(context.clipLeft + 4, context.clipRight - context.smallWidth(words) - 4));
    context.smallText({left, top + context.smallMetrics.ascent()}, words, ink);
}

QString eventWords(const LaneContext &context, const MarkRecord &mark)
{
    if (mark.text != 0)
        return plainText(context.tracks.history(), mark.text, 24);
    const QString reading = context.tracks.clock.sinceBeginning(mark.value);
    return reading.isEmpty() ? QString::number(mark.value) : reading;
}

} // namespace

void paintLimiterLane(const LaneContext &context, const LimiterTrack &track, const QRectF &lane)
{
    const double top = lane.top() + 2;
    const double rows = top + context.smallMetrics.height() + 7;
    const double high = std::floor((lane.bottom() - rows - context.unit * 0.3) / 2);
    const QRectF admitted(0, rows, 0, high - 1);
    const QRectF refused(0, rows + high + 1, 0, high - 1);
    context.painter.fillRect(
        QRectF(context.clipLeft, rows + high, context.clipRight - context.clipLeft, 1),
        context.colours().hairline);
    std::array<double, 2> last = {-1e9, -1e9};
    auto i = std::size_t(
        std::lower_bound(track.moments.begin(), track.moments.end(), context.firstSeen())
        - track.moments.begin());
    for (; i < track.moments.size() && track.moments[i] <= context.lastSeen(); ++i) {
        const double x = context.time.x(track.moments[i]);
        const bool isAdmitted = track.admitted[i];
        if (x - last[isAdmitted] < 1)
            continue;
        last[isAdmitted] = x;
        paintTick(context, x, isAdmitted ? admitted : refused, isAdmitted);
    }
    if (track.window > 0 && track.worst > 0)
        paintBracket(context, track, top - 1, rows - 3);
}

void paintEventLane(const LaneContext &context, const EventTrack &track, const QRectF &lane)
{
    const double foot = lane.bottom() - context.unit * 0.3;
    const double high = context.smallMetrics.height();
    context.painter.fillRect(
        QRectF(context.clipLeft, foot, context.clipRight - context.clipLeft, 1),
        context.colours().hairline);
    double free = -1e9; // x of the end of the last flag
    double lastPole = -1e9;
    auto i = std::size_t(
        std::lower_bound(track.moments.begin(), track.moments.end(), context.firstSeen())
        - track.moments.begin());
    for (; i < track.moments.size() && track.moments[i] <= context.lastSeen(); ++i) {
        const double x = std::round(context.time.x(track.moments[i]));
        const bool wrong = track.goesBack[i];
        if (x - lastPole < 1 && !wrong)
            continue;
        lastPole = x;
        const QColor ink = wrong ? context.colours().violation : context.colours().text;
        const MarkRecord &mark = context.tracks.history().marks[track.marks[i]];
        const QString words = eventWords(context, mark);
        QRectF flag(
            x, lane.top() + 3, context.smallWidth(words) + context.unit * 0.6, std::round(high));
        if (flag.right()
            > context.clipRight) // at the right edge the flag hangs to the left of its pole
            flag.moveRight(x + 1);
        const bool hasRoom = flag.left() >= free;
        const double top = hasRoom
            ? flag.top()
            : flag.bottom() + 1; // a pole is shortened where it would cross another flag
        context.painter.fillRect(QRectF(x, top, 1, std::max(foot - top, 2.0)), ink);
        if (!hasRoom)
            continue;
        free = flag.right() + 2;
        context.painter.setRenderHint(QPainter::Antialiasing, false);
        context.painter.setPen(QPen(ink, 1));
        context.painter.setBrush(context.colours().panel);
        context.painter.drawRect(flag);
        context.smallText(
            {flag.left() + context.unit * 0.3, flag.top() + context.smallMetrics.ascent()}, words,
            ink);
        if (wrong) {
            context.painter.setRenderHint(QPainter::Antialiasing);
            context.painter.drawLine(flag.bottomLeft(), flag.topRight());
        }
    }
}

} // namespace lockstep

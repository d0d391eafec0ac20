// Part of lanes.h. Ticks that fall into one pixel column are one tick. Admitted and refused ones
// have a row each, so that a crowd of one does not hide a single one of the other.

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

void paintTick(const LaneContext &c, double x, const QRectF &row, bool admitted)
{
    const QRectF tick(std::round(x) - 1.5, row.top(), 3, row.height());
    if (admitted) {
        c.painter.fillRect(tick, c.colours().text);
        return;
    }
    c.painter.setRenderHint(QPainter::Antialiasing, false);
    c.painter.setPen(QPen(c.colours().secondary, 1));
    c.painter.setBrush(c.colours().panel);
    c.painter.drawRect(tick.adjusted(0, 0, -1, -1));
}

void paintBracket(const LaneContext &c, const LimiterTrack &track, double top, double foot)
{
    const double from = std::max(c.time.x(track.worstFrom), c.clipLeft - 4);
    const double until = std::min(c.time.x(track.worstFrom + track.window), c.clipRight + 4);
    if (until <= c.clipLeft || from >= c.clipRight)
        return;
    const QColor ink = track.worst > track.limit ? c.colours().violation : c.colours().secondary;
    c.painter.setRenderHint(QPainter::Antialiasing, false);
    c.painter.setPen(QPen(ink, 1.5));
    c.painter.setBrush(Qt::NoBrush);
    const double y = std::round(foot) - 2;
    c.painter.drawPolyline(QPolygonF({{from, y + 4}, {from, y}, {until, y}, {until, y + 4}}));
    const QString words =
        EventLaneWords::tr("%1 in a window, at most %2").arg(track.worst).arg(track.limit);
    const double left = std::clamp((from + until - c.smallWidth(words)) / 2, c.clipLeft + 4,
        std::max(c.clipLeft + 4, c.clipRight - c.smallWidth(words) - 4));
    c.smallText({left, top + c.smallMetrics.ascent()}, words, ink);
}

QString eventWords(const LaneContext &c, const MarkRecord &mark)
{
    if (mark.text != 0)
        return plainText(c.tracks.history(), mark.text, 24);
    const QString reading = c.tracks.clock.sinceBeginning(mark.value);
    return reading.isEmpty() ? QString::number(mark.value) : reading;
}

} // namespace

void paintLimiterLane(const LaneContext &c, const LimiterTrack &track, const QRectF &lane)
{
    const double top = lane.top() + 2;
    const double rows = top + c.smallMetrics.height() + 7;
    const double high = std::floor((lane.bottom() - rows - c.unit * 0.3) / 2);
    const QRectF admitted(0, rows, 0, high - 1);
    const QRectF refused(0, rows + high + 1, 0, high - 1);
    c.painter.fillRect(
        QRectF(c.clipLeft, rows + high, c.clipRight - c.clipLeft, 1), c.colours().hairline);
    std::array<double, 2> last = {-1e9, -1e9};
    auto i = std::size_t(
        std::lower_bound(track.at.begin(), track.at.end(), c.firstSeen()) - track.at.begin());
    for (; i < track.at.size() && track.at[i] <= c.lastSeen(); ++i) {
        const double x = c.time.x(track.at[i]);
        const bool isAdmitted = track.admitted[i];
        if (x - last[isAdmitted] < 1)
            continue;
        last[isAdmitted] = x;
        paintTick(c, x, isAdmitted ? admitted : refused, isAdmitted);
    }
    if (track.window > 0 && track.worst > 0)
        paintBracket(c, track, top - 1, rows - 3);
}

void paintEventLane(const LaneContext &c, const EventTrack &track, const QRectF &lane)
{
    const double foot = lane.bottom() - c.unit * 0.3;
    const double high = c.smallMetrics.height();
    c.painter.fillRect(QRectF(c.clipLeft, foot, c.clipRight - c.clipLeft, 1), c.colours().hairline);
    double free = -1e9; // x of the end of the last flag
    double lastPole = -1e9;
    auto i = std::size_t(
        std::lower_bound(track.at.begin(), track.at.end(), c.firstSeen()) - track.at.begin());
    for (; i < track.at.size() && track.at[i] <= c.lastSeen(); ++i) {
        const double x = std::round(c.time.x(track.at[i]));
        const bool wrong = track.goesBack[i];
        if (x - lastPole < 1 && !wrong)
            continue;
        lastPole = x;
        const QColor ink = wrong ? c.colours().violation : c.colours().text;
        const MarkRecord &mark = c.tracks.history().marks[track.marks[i]];
        const QString words = eventWords(c, mark);
        QRectF flag(x, lane.top() + 3, c.smallWidth(words) + c.unit * 0.6, std::round(high));
        if (flag.right() > c.clipRight) // at the end it hangs on the other side of its pole
            flag.moveRight(x + 1);
        const bool hasRoom = flag.left() >= free;
        const double top = hasRoom ? flag.top() : flag.bottom() + 1; // not through another's flag
        c.painter.fillRect(QRectF(x, top, 1, std::max(foot - top, 2.0)), ink);
        if (!hasRoom)
            continue;
        free = flag.right() + 2;
        c.painter.setRenderHint(QPainter::Antialiasing, false);
        c.painter.setPen(QPen(ink, 1));
        c.painter.setBrush(c.colours().panel);
        c.painter.drawRect(flag);
        c.smallText({flag.left() + c.unit * 0.3, flag.top() + c.smallMetrics.ascent()}, words, ink);
        if (wrong) {
            c.painter.setRenderHint(QPainter::Antialiasing);
            c.painter.drawLine(flag.bottomLeft(), flag.topRight());
        }
    }
}

} // namespace lockstep

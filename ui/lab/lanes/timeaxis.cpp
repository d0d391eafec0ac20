// Ticks are the roundest that have room for their words. Steps are columns and have none: see
// stepaxis.cpp.

#include "ui/lab/lanes/timeaxis.h"

#include "ui/lab/lanes/stepaxis.h"
#include "ui/lab/words/momentwords.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

// 1, 2 or 5 with zeros, at least that much.
Moment roundAbove(double least)
{
    const double power = std::pow(10, std::floor(std::log10(std::max(least, 1.0))));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= least * 0.999)
            return Moment(std::llround(factor * power));
    }
    return Moment(std::llround(10 * power));
}

void paintTick(
    const LaneContext &c, const QRectF &area, Moment at, const QString &words, const QRectF &taken)
{
    const double x = c.time.x(at);
    const double width = c.smallWidth(words);
    const double left = std::clamp(
        x - width / 2, c.clipLeft + 1, std::max(c.clipLeft + 1, c.clipRight - width - 1));
    c.painter.fillRect(QRectF(std::round(x), area.bottom() - 4, 1, 4), c.colours().hairline);
    if (taken.isEmpty() || left + width < taken.left() - 4 || left > taken.right() + 4)
        c.smallText({left, c.baseline(area.center().y() - 1)}, words, c.colours().secondary);
}

} // namespace

void paintTimeAxis(const LaneContext &c, const QRectF &area, const QRectF &taken)
{
    c.painter.fillRect(QRectF(area.left(), area.bottom(), area.width(), 1), c.colours().hairline);
    if (c.tracks.history().orderKind == OrderKind::Stepped)
        return paintStepAxis(c, area, taken);
    const Moment tick = roundAbove(c.unit * 5.2 / c.time.pixelsPerMoment());
    const Moment zero = c.tracks.round.begin; // times are told from the round's begin
    const Moment first = zero + (c.firstSeen() - zero + tick - 1) / tick * tick;
    for (Moment at = first; at <= c.lastSeen(); at += tick)
        paintTick(
            c, area, at, wording::moment(at - zero, c.tracks.history().orderKind, tick), taken);
}

void paintBreaches(const LaneContext &c, double top, double bottom)
{
    const IntervalSums &violated = c.tracks.violated;
    std::size_t i = violated.firstEndingAfter(c.firstSeen() - 1);
    double from = 0, until = -1;
    const auto paint = [&] {
        const double strength = until - from < 3 ? 0.4 : 0.1; // a thin one would not be seen
        if (until > from)
            c.painter.fillRect(QRectF(from, top, until - from, bottom - top),
                blended(c.colours().violation, c.colours().panel, strength));
    };
    while (i < violated.size()) {
        const double x = c.time.x(violated.from(i));
        if (x > c.clipRight)
            break;
        const double end = std::min(std::max(c.time.x(violated.until(i)), x + 1), c.clipRight);
        if (x > until + 1) {
            paint();
            from = std::max(x, c.clipLeft);
        }
        until = std::max(until, end);
        // Those that end in the same column are in it already.
        i = std::max(i + 1, violated.firstEndingAfter(c.time.at(std::floor(until))));
    }
    paint();
}

void paintBreachEdges(const LaneContext &c, double top, double bottom)
{
    c.painter.setRenderHint(QPainter::Antialiasing, false);
    for (const Breach &breach : c.tracks.breaches) {
        const double x = std::round(c.time.x(breach.from));
        if (x < c.clipLeft || x > c.clipRight)
            continue;
        const auto style = breach.certain ? Qt::DashLine : Qt::DotLine;
        c.painter.setPen(QPen(c.colours().violation, 1, style));
        c.painter.drawLine(QPointF(x, top), QPointF(x, bottom));
    }
}

namespace {

QString cursorWords(const LaneContext &c, Moment at)
{
    const auto resolution = std::max<Moment>(1, Moment(1 / c.time.pixelsPerMoment()));
    const OrderKind kind = c.tracks.history().orderKind;
    const Moment zero = kind == OrderKind::Stepped ? 0 : c.tracks.round.begin;
    return wording::moment(at - zero, kind, resolution);
}

} // namespace

QRectF cursorFlag(const LaneContext &c, Moment at, const QRectF &axis)
{
    const double x = std::round(c.time.x(at));
    if (x < c.clipLeft - 1 || x > c.clipRight + 1)
        return {};
    if (c.tracks.history().orderKind == OrderKind::Stepped)
        return stepFlag(c, at, axis);
    const double width = c.smallWidth(cursorWords(c, at)) + 0.7 * c.unit;
    const double left =
        std::clamp(x - width / 2, c.clipLeft, std::max(c.clipLeft, c.clipRight - width));
    return {left, axis.top() + 3, width, axis.height() - 8};
}

void paintCursor(const LaneContext &c, Moment at, const QRectF &axis, double bottom)
{
    const QRectF flag = cursorFlag(c, at, axis);
    if (flag.isEmpty())
        return;
    const double x = std::round(c.time.x(at));
    const QColor accent = c.colours().accent;
    c.painter.setRenderHint(QPainter::Antialiasing, false);
    c.painter.fillRect(QRectF(x - 0.75, axis.bottom(), 1.5, bottom - axis.bottom()), accent);
    c.painter.setRenderHint(QPainter::Antialiasing);
    c.painter.setPen(Qt::NoPen);
    c.painter.setBrush(accent);
    c.painter.drawRoundedRect(flag, 3, 3);
    const QColor ink = c.colours().dark ? c.colours().ground : c.colours().panel;
    if (c.tracks.history().orderKind == OrderKind::Stepped) {
        const QString words = stepWords(c, at);
        return c.smallText(
            {flag.center().x() - c.smallWidth(words) / 2, c.baseline(flag.center().y())}, words,
            ink);
    }
    const double half = c.unit * 0.28;
    c.painter.drawPolygon(QPolygonF(
        {{x - half, flag.bottom()}, {x + half, flag.bottom()}, {x, flag.bottom() + half * 1.3}}));
    c.smallText(
        {flag.left() + c.unit * 0.35, c.baseline(flag.center().y())}, cursorWords(c, at), ink);
}

} // namespace lockstep

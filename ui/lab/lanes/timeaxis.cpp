// The axis of a free run, and what is painted through all lanes: violations and the cursor. The
// distance of its ticks is the smallest round number that leaves room for their labels. The axis of
// a stepped run has columns instead, see stepaxis.cpp.

#include "ui/lab/lanes/timeaxis.h"

#include "ui/lab/lanes/stepaxis.h"
#include "ui/lab/words/momentwords.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

// The smallest of 1, 2 or 5 times a power of ten that is at least that much.
Moment roundAbove(double least)
{
    const double power = std::pow(10, std::floor(std::log10(std::max(least, 1.0))));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= least * 0.999)
            return Moment(std::llround(factor * power));
    }
    return Moment(std::llround(10 * power));
}

void paintTick(const LaneContext &context, const QRectF &area, Moment at, const QString &words,
    const QRectF &taken)
{
    const double x = context.time.x(at);
    const double width = context.smallWidth(words);
    const double left = std::clamp(x - width / 2, context.clipLeft + 1,
        std::max(context.clipLeft + 1, context.clipRight - width - 1));
    context.painter.fillRect(
        QRectF(std::round(x), area.bottom() - 4, 1, 4), context.colours().hairline);
    if (taken.isEmpty() || left + width < taken.left() - 4 || left > taken.right() + 4)
        context.smallText(
            {left, context.baseline(area.center().y() - 1)}, words, context.colours().secondary);
}

} // namespace

void paintTimeAxis(const LaneContext &context, const QRectF &area, const QRectF &taken)
{
    context.painter.fillRect(
        QRectF(area.left(), area.bottom(), area.width(), 1), context.colours().hairline);
    if (context.tracks.history().orderKind == OrderKind::Stepped)
        return paintStepAxis(context, area, taken);
    const Moment tick = roundAbove(context.unit * 5.2 / context.time.pixelsPerMoment());
    const Moment zero =
        context.tracks.round.begin; // times are shown relative to the round's beginning
    const Moment first = zero + (context.firstSeen() - zero + tick - 1) / tick * tick;
    for (Moment at = first; at <= context.lastSeen(); at += tick)
        paintTick(context, area, at,
            wording::moment(at - zero, context.tracks.history().orderKind, tick), taken);
}

void paintViolations(const LaneContext &context, double top, double bottom)
{
    const IntervalSums &violated = context.tracks.violated;
    std::size_t i = violated.firstEndingAfter(context.firstSeen() - 1);
    double from = 0, until = -1;
    const auto paint = [&] {
        const double strength =
            until - from < 3 ? 0.4 : 0.1; // a thin one needs a stronger colour to be seen
        if (until > from)
            context.painter.fillRect(QRectF(from, top, until - from, bottom - top),
                blended(context.colours().violation, context.colours().panel, strength));
    };
    while (i < violated.size()) {
        const double x = context.time.x(violated.from(i));
        if (x > context.clipRight)
            break;
        const double end =
            std::min(std::max(context.time.x(violated.until(i)), x + 1), context.clipRight);
        if (x > until + 1) {
            paint();
            from = std::max(x, context.clipLeft);
        }
        until = std::max(until, end);
        // Skips violations that end in the same pixel column, which is painted already.
        i = std::max(i + 1, violated.firstEndingAfter(context.time.at(std::floor(until))));
    }
    paint();
}

namespace {

// The parts of a vertical line that touch nothing that is written: from and until which y.
std::vector<std::pair<double, double>> partsBeside(
    double x, double top, double bottom, const std::vector<QRectF> &written)
{
    std::vector<std::pair<double, double>> crossed;
    for (const QRectF &words : written) {
        if (words.left() - 1 <= x && x <= words.right() + 1 && words.top() < bottom
            && words.bottom() > top)
            crossed.emplace_back(words.top(), words.bottom());
    }
    std::sort(crossed.begin(), crossed.end());
    std::vector<std::pair<double, double>> parts;
    double from = top;
    for (const auto &[begin, end] : crossed) {
        if (begin > from)
            parts.emplace_back(from, begin);
        from = std::max(from, end);
    }
    if (from < bottom)
        parts.emplace_back(from, bottom);
    return parts;
}

} // namespace

void paintViolationEdges(
    const LaneContext &context, double top, double bottom, const std::vector<QRectF> &written)
{
    context.painter.setRenderHint(QPainter::Antialiasing, false);
    for (const ViolationSpan &violation : context.tracks.violations) {
        const double x = std::round(context.time.x(violation.from));
        if (x < context.clipLeft || x > context.clipRight)
            continue;
        const auto style = violation.certain ? Qt::DashLine : Qt::DotLine;
        context.painter.setPen(QPen(context.colours().violation, 1, style));
        for (const auto &[from, until] : partsBeside(x, top, bottom, written))
            context.painter.drawLine(QPointF(x, from), QPointF(x, until));
    }
}

namespace {

QString cursorWords(const LaneContext &context, Moment at)
{
    const auto resolution = std::max<Moment>(1, Moment(1 / context.time.pixelsPerMoment()));
    const OrderKind kind = context.tracks.history().orderKind;
    const Moment zero = kind == OrderKind::Stepped ? 0 : context.tracks.round.begin;
    return wording::moment(at - zero, kind, resolution);
}

} // namespace

QRectF cursorFlag(const LaneContext &context, Moment at, const QRectF &axis)
{
    const double x = std::round(context.time.x(at));
    if (x < context.clipLeft - 1 || x > context.clipRight + 1)
        return {};
    if (context.tracks.history().orderKind == OrderKind::Stepped)
        return stepFlag(context, at, axis);
    const double width = context.smallWidth(cursorWords(context, at)) + 0.7 * context.unit;
    const double left = std::clamp(
        x - width / 2, context.clipLeft, std::max(context.clipLeft, context.clipRight - width));
    return {left, axis.top() + 3, width, axis.height() - 8};
}

void paintCursor(const LaneContext &context, Moment at, const QRectF &axis, double bottom,
    const std::vector<QRectF> &written)
{
    const QRectF flag = cursorFlag(context, at, axis);
    if (flag.isEmpty())
        return;
    const double x = std::round(context.time.x(at));
    const QColor accent = context.colours().accent;
    context.painter.setRenderHint(QPainter::Antialiasing, false);
    for (const auto &[from, until] : partsBeside(x, axis.bottom(), bottom, written))
        context.painter.fillRect(QRectF(x - 0.75, from, 1.5, until - from), accent);
    context.painter.setRenderHint(QPainter::Antialiasing);
    context.painter.setPen(Qt::NoPen);
    context.painter.setBrush(accent);
    context.painter.drawRoundedRect(flag, 3, 3);
    const QColor ink = context.colours().dark ? context.colours().ground : context.colours().panel;
    if (context.tracks.history().orderKind == OrderKind::Stepped) {
        const QString words = stepWords(context, at);
        return context.smallText({flag.center().x() - context.smallWidth(words) / 2,
                                     context.baseline(flag.center().y())},
            words, ink);
    }
    const double half = context.unit * 0.28;
    context.painter.drawPolygon(QPolygonF(
        {{x - half, flag.bottom()}, {x + half, flag.bottom()}, {x, flag.bottom() + half * 1.3}}));
    context.smallText({flag.left() + context.unit * 0.35, context.baseline(flag.center().y())},
        cursorWords(context, at), ink);
}

} // namespace lockstep

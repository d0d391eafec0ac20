// Part of lanes.h. Paints the lane of a channel. A line shows that somebody listens. A message is a
// dot with its text behind it; the dot is hollow if nobody listened.

#include "ui/lab/lanes/lanes.h"

#include "ui/lab/drawing/operationwords.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

struct ChannelLaneWords
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::ChannelLane)
};

void paintListening(const LaneContext &context, const ChannelTrack &track, const QRectF &lane)
{
    constexpr std::size_t mostLines = 200;
    const double foot = lane.bottom() - 4;
    double free = context.clipLeft;
    for (std::size_t i = 0; i < std::min(track.listening.size(), mostLines); ++i) {
        const Listening &each = track.listening[i];
        const double from = std::max(context.time.x(each.from), context.clipLeft);
        const double until = std::min(context.time.x(each.until), context.clipRight);
        if (until <= from)
            continue;
        context.painter.fillRect(
            QRectF(from, foot - 1, until - from, 3), context.colours().waiting);
        const QString words = ChannelLaneWords::tr("%1 listens")
                                  .arg(clientName(context.tracks.history(), each.client));
        const auto next = std::lower_bound(track.moments.begin(), track.moments.end(), each.from);
        const double end =
            next == track.moments.end() ? until : std::min(until, context.time.x(*next));
        if (from < free || from + context.smallWidth(words) + context.unit > end)
            continue;
        context.smallText(
            {from + context.unit * 0.35, foot - 4}, words, context.colours().secondary);
        free = from + context.smallWidth(words) + context.unit * 0.5;
    }
}

// Paints ticks in place of dots where messages are too dense: one for each pixel column that has
// any.
void paintTicks(const LaneContext &context, const ChannelTrack &track, std::size_t first,
    std::size_t last, const QRectF &lane)
{
    const double high = std::round(lane.height() * 0.4);
    const double top = std::round(lane.center().y() - high / 2);
    for (std::size_t i = first; i < last;) {
        const double x = std::floor(context.time.x(track.moments[i]) / 2) * 2;
        context.painter.fillRect(QRectF(x, top, 1, high), context.colours().secondary);
        const auto next = std::lower_bound(track.moments.begin() + std::ptrdiff_t(i) + 1,
            track.moments.begin() + std::ptrdiff_t(last), context.time.at(x + 2));
        i = std::size_t(next - track.moments.begin());
    }
}

// Paints a message and its text. end: the x up to which the text may reach.
void paintMessage(const LaneContext &context, const PublishedMessage &message, double radius,
    double middle, double end)
{
    const double x = context.time.x(message.at);
    context.painter.setRenderHint(QPainter::Antialiasing);
    context.painter.setPen(QPen(context.colours().text, 1.3));
    context.painter.setBrush(
        message.receipts.empty() ? context.colours().panel : context.colours().text);
    context.painter.drawEllipse(QPointF(x, middle), radius, radius);
    context.painter.setRenderHint(QPainter::Antialiasing, false);
    const double left = x + radius + context.unit * 0.3;
    const QString words = messageWords(context.tracks, message);
    if (left + context.smallWidth(words) <= end)
        context.chip({left, context.baseline(middle)}, words, context.colours().text);
}

} // namespace

void paintChannelLane(const LaneContext &context, const ChannelTrack &track, const QRectF &lane)
{
    const double middle = std::round(lane.center().y());
    context.painter.fillRect(
        QRectF(context.clipLeft, lane.bottom() - 3, context.clipRight - context.clipLeft, 1),
        context.colours().hairline);
    paintListening(context, track, lane);
    const auto first = std::size_t(
        std::lower_bound(track.moments.begin(), track.moments.end(), context.firstSeen())
        - track.moments.begin());
    const auto last =
        std::size_t(std::upper_bound(track.moments.begin(), track.moments.end(), context.lastSeen())
            - track.moments.begin());
    const double radius = context.unit * 0.22;
    if (double(last - first) * 3 * radius > context.clipRight - context.clipLeft)
        return paintTicks(context, track, first, last, lane);
    for (std::size_t i = first; i < last; ++i) {
        const double end = i + 1 < track.moments.size()
            ? std::min(context.time.x(track.moments[i + 1]) - radius, context.clipRight)
            : context.clipRight;
        paintMessage(context, track.messages[i], radius, middle, end);
    }
}

} // namespace lockstep

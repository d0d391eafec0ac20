// Part of lanes.h. A line for each stretch in which somebody listens; a message is a dot, hollow
// where nobody does, with its words behind it.

#include "ui/lab/lanes/lanes.h"

#include "ui/lab/drawing/operationwords.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::ChannelLane)
};

void paintListening(const LaneContext &c, const ChannelTrack &track, const QRectF &lane)
{
    constexpr std::size_t mostLines = 200;
    const double foot = lane.bottom() - 4;
    double free = c.clipLeft;
    for (std::size_t i = 0; i < std::min(track.listening.size(), mostLines); ++i) {
        const Listening &each = track.listening[i];
        const double from = std::max(c.time.x(each.from), c.clipLeft);
        const double until = std::min(c.time.x(each.until), c.clipRight);
        if (until <= from)
            continue;
        c.painter.fillRect(QRectF(from, foot - 1, until - from, 3), c.colours().waiting);
        const QString words =
            Words::tr("%1 listens").arg(clientName(c.tracks.history(), each.client));
        const auto next = std::lower_bound(track.at.begin(), track.at.end(), each.from);
        const double end = next == track.at.end() ? until : std::min(until, c.time.x(*next));
        if (from < free || from + c.smallWidth(words) + c.unit > end)
            continue;
        c.smallText({from + c.unit * 0.35, foot - 4}, words, c.colours().secondary);
        free = from + c.smallWidth(words) + c.unit * 0.5;
    }
}

// Too many to be told apart: a tick for each column of pixels that has any.
void paintTicks(const LaneContext &c, const ChannelTrack &track, std::size_t first,
    std::size_t last, const QRectF &lane)
{
    const double high = std::round(lane.height() * 0.4);
    const double top = std::round(lane.center().y() - high / 2);
    for (std::size_t i = first; i < last;) {
        const double x = std::floor(c.time.x(track.at[i]) / 2) * 2;
        c.painter.fillRect(QRectF(x, top, 1, high), c.colours().secondary);
        const auto next = std::lower_bound(track.at.begin() + std::ptrdiff_t(i) + 1,
            track.at.begin() + std::ptrdiff_t(last), c.time.at(x + 2));
        i = std::size_t(next - track.at.begin());
    }
}

// end: x up to which its words may go.
void paintLetter(
    const LaneContext &c, const Letter &letter, double radius, double middle, double end)
{
    const double x = c.time.x(letter.at);
    c.painter.setRenderHint(QPainter::Antialiasing);
    c.painter.setPen(QPen(c.colours().text, 1.3));
    c.painter.setBrush(letter.receipts.empty() ? c.colours().panel : c.colours().text);
    c.painter.drawEllipse(QPointF(x, middle), radius, radius);
    c.painter.setRenderHint(QPainter::Antialiasing, false);
    const double left = x + radius + c.unit * 0.3;
    const QString words = letterWords(c.tracks, letter);
    if (left + c.smallWidth(words) <= end)
        c.chip({left, c.baseline(middle)}, words, c.colours().text);
}

} // namespace

void paintChannelLane(const LaneContext &c, const ChannelTrack &track, const QRectF &lane)
{
    const double middle = std::round(lane.center().y());
    c.painter.fillRect(
        QRectF(c.clipLeft, lane.bottom() - 3, c.clipRight - c.clipLeft, 1), c.colours().hairline);
    paintListening(c, track, lane);
    const auto first = std::size_t(
        std::lower_bound(track.at.begin(), track.at.end(), c.firstSeen()) - track.at.begin());
    const auto last = std::size_t(
        std::upper_bound(track.at.begin(), track.at.end(), c.lastSeen()) - track.at.begin());
    const double radius = c.unit * 0.22;
    if (double(last - first) * 3 * radius > c.clipRight - c.clipLeft)
        return paintTicks(c, track, first, last, lane);
    for (std::size_t i = first; i < last; ++i) {
        const double end = i + 1 < track.at.size()
            ? std::min(c.time.x(track.at[i + 1]) - radius, c.clipRight)
            : c.clipRight;
        paintLetter(c, track.letters[i], radius, middle, end);
    }
}

} // namespace lockstep

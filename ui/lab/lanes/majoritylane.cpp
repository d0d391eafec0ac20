// Part of lanes.h. Paints the lane that shows who holds a lock by majority: a bar while more than
// half of the nodes have the same holder's value. Bars that are too narrow become a density bar.

#include "ui/lab/lanes/lanes.h"

#include "ui/lab/drawing/operationwords.h"
#include "ui/lab/lanes/densitybar.h"

#include <algorithm>

namespace lockstep {

namespace {

constexpr double holderBoxAtLeast = 3; // pixels

// Paints the holder's name if the bar has room for it.
void paintHolder(
    const LaneContext &context, const QRectF &bar, const MajorityTrack::Stretch &stretch)
{
    if (stretch.operation == none)
        return;
    const QString who =
        clientName(context.tracks.history(), context.tracks.operation(stretch.operation).client);
    const double left = std::max(bar.left(), context.clipLeft) + context.unit * 0.4;
    if (left + context.smallWidth(who) + context.unit * 0.2
        > std::min(bar.right(), context.clipRight))
        return;
    context.smallText({left, context.baseline(bar.center().y())}, who,
        context.marks.ink(LaneSpan::State::Holding));
}

} // namespace

void paintMajorityLane(const LaneContext &context, const MajorityTrack &track, const QRectF &lane)
{
    const QRectF area = lane.adjusted(0, 2, 0, -3);
    context.painter.fillRect(
        QRectF(context.clipLeft, area.bottom(), context.clipRight - context.clipLeft, 1),
        context.colours().hairline);
    const IntervalSums &held = track.held;
    DensityBar density(context, area, DensityBar::allStates);
    const std::size_t first = held.firstEndingAfter(context.firstSeen());
    const std::size_t last = std::min(held.size(), held.firstEndingAfter(context.lastSeen()) + 1);
    if (double(last) - double(first) > 4 * (context.clipRight - context.clipLeft)) {
        density.addAll(held);
        density.flush();
        return;
    }
    std::vector<QRect> bars;
    std::vector<std::size_t> places; // the index of each bar's stretch, parallel to bars
    for (std::size_t i = first; i < last; ++i) {
        const double from = context.time.x(held.from(i));
        const double until = context.time.x(held.until(i));
        if (until - from < holderBoxAtLeast) {
            density.add(from, until, held.kind(i));
            continue;
        }
        // Leaves one pixel free between one holder and the next.
        bars.push_back(pixelRect(from, area.top(), until - 1, area.bottom()));
        places.push_back(i);
    }
    context.marks.boxes(context.painter, bars, LaneSpan::State::Holding);
    density.flush();
    for (std::size_t i = 0; i < bars.size(); ++i)
        paintHolder(context, bars[i], track.stretches[places[i]]);
}

} // namespace lockstep

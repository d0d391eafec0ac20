// Part of lanes.h.

#include "ui/lab/lanes/lanes.h"

#include "ui/lab/drawing/operationwords.h"
#include "ui/lab/lanes/densitybar.h"

#include <algorithm>

namespace lockstep {

namespace {

constexpr double boxAtLeast = 3; // pixels

// Who has it, where the bar has room for the name.
void paintHolder(const LaneContext &c, const QRectF &bar, const MajorityTrack::Stretch &stretch)
{
    if (stretch.operation == none)
        return;
    const QString who =
        clientName(c.tracks.history(), c.tracks.operation(stretch.operation).client);
    const double left = std::max(bar.left(), c.clipLeft) + c.unit * 0.4;
    if (left + c.smallWidth(who) + c.unit * 0.2 > std::min(bar.right(), c.clipRight))
        return;
    c.smallText({left, c.baseline(bar.center().y())}, who, c.marks.ink(LaneSpan::State::Holding));
}

} // namespace

void paintMajorityLane(const LaneContext &c, const MajorityTrack &track, const QRectF &lane)
{
    const QRectF area = lane.adjusted(0, 2, 0, -3);
    c.painter.fillRect(
        QRectF(c.clipLeft, area.bottom(), c.clipRight - c.clipLeft, 1), c.colours().hairline);
    const IntervalSums &held = track.held;
    DensityBar density(c, area, ~0U);
    const std::size_t first = held.firstEndingAfter(c.firstSeen());
    const std::size_t last = std::min(held.size(), held.firstEndingAfter(c.lastSeen()) + 1);
    if (double(last) - double(first) > 4 * (c.clipRight - c.clipLeft)) {
        density.addAll(held);
        density.flush();
        return;
    }
    std::vector<QRect> bars;
    std::vector<std::size_t> places; // parallel
    for (std::size_t i = first; i < last; ++i) {
        const double from = c.time.x(held.from(i));
        const double until = c.time.x(held.until(i));
        if (until - from < boxAtLeast) {
            density.add(from, until, held.kind(i));
            continue;
        }
        // A pixel between one holder and the next.
        bars.push_back(pixelRect(from, area.top(), until - 1, area.bottom()));
        places.push_back(i);
    }
    c.marks.boxes(c.painter, bars, LaneSpan::State::Holding);
    density.flush();
    for (std::size_t i = 0; i < bars.size(); ++i)
        paintHolder(c, bars[i], track.stretches[places[i]]);
}

} // namespace lockstep

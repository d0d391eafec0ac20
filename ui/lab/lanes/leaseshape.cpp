// Time passes along the axis of a free run, and only in some of the steps of a stepped one, so a
// bar may be level, fall, and be level again.

#include "ui/lab/lanes/leaseshape.h"

#include "ui/lab/tracks/leaselevels.h"

#include <algorithm>

namespace lockstep {

LeaseShape::LeaseShape(const LaneContext &context, const KeyTrack &track, const QRectF &area)
    : m_context(context)
    , m_track(track)
    , m_area(area)
{
}

const KeyChange &LeaseShape::change(std::size_t place) const
{
    return m_context.tracks.history().changes[m_track.changes[place]];
}

Moment LeaseShape::timeLeft(std::size_t place, Moment at) const
{
    return m_context.tracks.history().timeLeft(change(place), at);
}

double LeaseShape::heightAfter(std::size_t place, Moment at) const
{
    const Moment left = timeLeft(place, at);
    if (left == never)
        return m_area.height();
    return std::min(double(left) / double(m_track.longest), 1.0) * m_area.height();
}

double LeaseShape::heightAt(const KeySpan &keySpan, double x) const
{
    const Moment at = std::clamp(m_context.time.at(x), keySpan.from, keySpan.until);
    return heightAfter(changeAt(m_track, keySpan, at), at);
}

QPolygonF LeaseShape::outline(
    const KeySpan &keySpan, double from, double until, std::vector<double> &renewals) const
{
    const double foot = m_area.bottom();
    QPolygonF shape;
    shape << QPointF(from, foot);
    const Moment firstAt = std::max(keySpan.from, m_context.time.at(from));
    std::size_t place = changeAt(m_track, keySpan, firstAt);
    double x = from;
    Moment at = firstAt;
    while (x < until) {
        shape << QPointF(x, foot - heightAfter(place, at));
        const bool isLast = place == keySpan.lastChange;
        const Moment nextAt = isLast ? keySpan.until : m_track.changedAt[place + 1];
        const double nextX = std::min(m_context.time.x(nextAt), until);
        const Moment cut = isLast ? keySpan.until : std::min(nextAt, m_context.time.at(nextX + 1));
        addKinks(shape, place, at, std::min(nextAt, cut));
        shape << QPointF(nextX, foot - heightAfter(place, std::min(nextAt, cut)));
        if (isLast || nextX >= until)
            break;
        renewals.push_back(nextX);
        // Skips further changes within the same pixel, which could not be told apart.
        place = std::max(place + 1, changeAt(m_track, keySpan, m_context.time.at(nextX + 0.5)));
        at = nextAt;
        x = nextX;
    }
    shape << QPointF(until, foot);
    return shape;
}

// Adds the points where the bar begins to fall and where it becomes level again.
void LeaseShape::addKinks(QPolygonF &shape, std::size_t place, Moment from, Moment until) const
{
    const auto &steps = m_context.tracks.history().timeSteps;
    auto each = std::lower_bound(steps.begin(), steps.end(), from,
        [](const TimeStep &step, Moment at) { return step.until < at; });
    for (; each != steps.end() && each->from < until; ++each) {
        for (const Moment kink : {each->from, each->until}) {
            if (kink > from && kink < until)
                shape << QPointF(
                    m_context.time.x(kink), m_area.bottom() - heightAfter(place, kink));
        }
    }
}

} // namespace lockstep

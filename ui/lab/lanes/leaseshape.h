#pragma once

#include "ui/lab/drawing/lanecontext.h"

#include <QPolygonF>

namespace lockstep {

// The shape of the bar of a lock's key. Its height is the time left, relative to the longest time
// to live that the key ever had. Created for one paint event.
class LeaseShape
{
public:
    LeaseShape(const LaneContext &context, const KeyTrack &track, const QRectF &area);

    // place: index in the changes of the track.
    [[nodiscard]] const KeyChange &change(std::size_t place) const;
    [[nodiscard]] Moment timeLeft(std::size_t place, Moment at) const;
    [[nodiscard]] double heightAt(const KeySpan &keySpan, double x) const;
    // The outline between two x. Appends to renewals the x at which the lease was renewed; the
    // caller initialises it.
    [[nodiscard]] QPolygonF outline(
        const KeySpan &keySpan, double from, double until, std::vector<double> &renewals) const;

private:
    [[nodiscard]] double heightAfter(std::size_t place, Moment at) const;
    void addKinks(QPolygonF &shape, std::size_t place, Moment from, Moment until) const;

    const LaneContext &m_context;
    const KeyTrack &m_track;
    const QRectF m_area;
};

} // namespace lockstep

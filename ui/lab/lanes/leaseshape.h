#pragma once

#include "ui/lab/drawing/lanecontext.h"

#include <QPolygonF>

namespace lockstep {

// The bar of a lock's key in its lane. Its height is the time left, measured against the most that
// the key ever had. Lives for one paint.
class LeaseShape
{
public:
    LeaseShape(const LaneContext &context, const KeyTrack &track, const QRectF &area);

    // place: of the track's changes, in time.
    [[nodiscard]] const KeyChange &change(std::size_t place) const;
    [[nodiscard]] Moment timeLeft(std::size_t place, Moment at) const;
    [[nodiscard]] double heightAt(const KeySpan &keySpan, double x) const;
    // Between the two x. Those at which it was renewed are added to renewals.
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

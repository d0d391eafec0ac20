// Part of lanes.h. The bar's height is the time left, measured against the longest the key ever
// got, so that a renewal and a short lease can be told from a long one.

#include "ui/lab/lanes/lanes.h"

#include "ui/lab/lanes/densitybar.h"
#include "ui/lab/lanes/leaseshape.h"
#include "ui/lab/lanes/leasewords.h"
#include "ui/lab/tracks/leaselevels.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr double boxAtLeast = 3; // pixels

class KeyLane
{
public:
    KeyLane(const LaneContext &context, const KeyTrack &track, const QRectF &lane)
        : c(context)
        , m_track(track)
        , m_area(lane.adjusted(0, isNarrow(lane, context) ? 2 : std::floor(context.unit * 0.35), 0,
              isNarrow(lane, context) ? -3 : -std::floor(context.unit * 0.3)))
        , m_shape(context, track, m_area)
    {
    }

    void paint()
    {
        c.painter.fillRect(
            QRectF(c.clipLeft, m_area.bottom(), c.clipRight - c.clipLeft, 1), c.colours().hairline);
        const IntervalSums &held = m_track.held;
        DensityBar density(c, m_area, ~0U);
        const std::size_t first = held.firstEndingAfter(c.firstSeen());
        const std::size_t last = std::min(held.size(), held.firstEndingAfter(c.lastSeen()) + 1);
        if (double(last) - double(first) > 4 * (c.clipRight - c.clipLeft)) {
            density.addAll(held);
            density.flush();
            return;
        }
        for (std::size_t i = first; i < last; ++i) {
            const double from = c.time.x(held.from(i));
            const double until = c.time.x(held.until(i));
            if (until - from < boxAtLeast) {
                density.add(from, until, held.kind(i));
                continue;
            }
            density.flush();
            paintTenure(i);
        }
        density.flush();
    }

private:
    [[nodiscard]] static bool isNarrow(const QRectF &lane, const LaneContext &context)
    {
        return lane.height() < context.unit * 1.85;
    }

    void paintTenure(std::size_t place)
    {
        const Tenure &tenure = m_track.tenures[place];
        const double from = std::max(c.time.x(tenure.from), c.clipLeft - 2);
        const double until = std::min(c.time.x(tenure.until), c.clipRight + 2);
        std::vector<double> renewals;
        c.painter.setPen(Qt::NoPen);
        c.painter.setBrush(c.colours().holding);
        const double high = m_shape.heightAt(tenure, from);
        if (tenure.firstChange == tenure.lastChange
            && high - m_shape.heightAt(tenure, until) < 0.5) {
            c.painter.fillRect(
                QRectF(from, m_area.bottom() - high, until - from, high), c.colours().holding);
        } else {
            c.painter.setRenderHint(QPainter::Antialiasing);
            c.painter.drawPolygon(m_shape.outline(tenure, from, until, renewals));
        }
        c.painter.setRenderHint(QPainter::Antialiasing, false);
        if (until - from < c.unit) // no room for anything else
            return;
        paintRenewals(tenure, renewals);
        const Moment seenEnd = std::min(tenure.until, c.lastSeen());
        const std::size_t lastSeen = changeAt(m_track, tenure, seenEnd);
        const bool endless = m_shape.change(lastSeen).deadline == never;
        if (endless)
            paintEndless(c.time.x(m_shape.change(lastSeen).at), until);
        const bool hasExpired =
            tenure.end == Tenure::End::Expired && c.time.x(tenure.until) <= c.clipRight + 1;
        if (hasExpired)
            c.painter.fillRect(QRectF(std::round(until) - 1, m_area.top(), 2, m_area.height()),
                c.colours().secondary);
        LeaseWords(c, m_track, m_shape, m_area, place).paint(from, until);
    }

    void paintRenewals(const Tenure &tenure, const std::vector<double> &renewals)
    {
        const double size = c.unit * 0.5;
        double last = -1e9;
        for (const double x : renewals) {
            if (x - last < size * 1.4 || x < c.clipLeft)
                continue;
            last = x;
            const double top = m_area.bottom() - m_shape.heightAt(tenure, x + 0.5);
            const double y = std::max(m_area.top() - size * 0.6, top - size - 1);
            const QRectF triangle(x - size / 2, y, size, size * 0.85);
            c.marks.marks().glyph(c.painter, triangle, Marks::Glyph::Renewed, c.colours().text);
        }
    }

    void paintEndless(double from, double until)
    {
        from = std::max(from, c.clipLeft - 4);
        c.painter.setRenderHint(QPainter::Antialiasing, false);
        c.painter.setPen(QPen(c.colours().panel, 1));
        c.painter.setBrush(Qt::NoBrush);
        const QRectF box(from, m_area.top(), until - from, m_area.height());
        if (box.width() > 8)
            c.painter.drawRect(box.adjusted(2, 2, -3, -3));
        const double high = c.unit * 0.55;
        if (box.width() > 4 * high)
            c.marks.marks().glyph(c.painter,
                QRectF(until - high * 2.6, m_area.center().y() - high / 2, high * 2, high),
                Marks::Glyph::Infinity, c.colours().panel);
    }

    const LaneContext &c;
    const KeyTrack &m_track;
    QRectF m_area;
    LeaseShape m_shape;
};

} // namespace

void paintKeyLane(const LaneContext &context, const KeyTrack &track, const QRectF &lane)
{
    KeyLane(context, track, lane).paint();
}

} // namespace lockstep

// Part of lanes.h. Paints the lane of a lock's key. The height of the bar is the time left,
// relative to the longest time to live that the key ever had, so that renewals and short leases can
// be recognised.

#include "ui/lab/lanes/lanes.h"

#include "ui/lab/lanes/densitybar.h"
#include "ui/lab/lanes/leaseshape.h"
#include "ui/lab/lanes/leasewords.h"
#include "ui/lab/tracks/leaselevels.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr double leaseBoxAtLeast = 3; // pixels

class LockLane
{
public:
    LockLane(const LaneContext &context, const KeyTrack &track, const QRectF &lane)
        : m_context(context)
        , m_track(track)
        , m_area(lane.adjusted(0, isNarrow(lane, m_context) ? 2 : std::floor(m_context.unit * 0.35),
              0, isNarrow(lane, m_context) ? -3 : -std::floor(m_context.unit * 0.3)))
        , m_shape(m_context, track, m_area)
    {
    }

    void paint()
    {
        m_context.painter.fillRect(QRectF(m_context.clipLeft, m_area.bottom(),
                                       m_context.clipRight - m_context.clipLeft, 1),
            m_context.colours().hairline);
        const IntervalSums &held = m_track.held;
        DensityBar density(m_context, m_area, DensityBar::allStates);
        const std::size_t first = held.firstEndingAfter(m_context.firstSeen());
        const std::size_t last =
            std::min(held.size(), held.firstEndingAfter(m_context.lastSeen()) + 1);
        if (double(last) - double(first) > 4 * (m_context.clipRight - m_context.clipLeft)) {
            density.addAll(held);
            density.flush();
            return;
        }
        for (std::size_t i = first; i < last; ++i) {
            const double from = m_context.time.x(held.from(i));
            const double until = m_context.time.x(held.until(i));
            if (until - from < leaseBoxAtLeast) {
                density.add(from, until, held.kind(i));
                continue;
            }
            density.flush();
            paintKeySpan(i);
        }
        density.flush();
    }

private:
    [[nodiscard]] static bool isNarrow(const QRectF &lane, const LaneContext &context)
    {
        return lane.height() < context.unit * 1.85;
    }

    void paintKeySpan(std::size_t place)
    {
        const KeySpan &keySpan = m_track.keySpans[place];
        const double from = std::max(m_context.time.x(keySpan.from), m_context.clipLeft - 2);
        const double until = std::min(m_context.time.x(keySpan.until), m_context.clipRight + 2);
        std::vector<double> renewals;
        m_context.painter.setPen(Qt::NoPen);
        m_context.painter.setBrush(m_context.colours().holding);
        const double high = m_shape.heightAt(keySpan, from);
        if (keySpan.firstChange == keySpan.lastChange
            && high - m_shape.heightAt(keySpan, until) < 0.5) {
            m_context.painter.fillRect(QRectF(from, m_area.bottom() - high, until - from, high),
                m_context.colours().holding);
        } else {
            m_context.painter.setRenderHint(QPainter::Antialiasing);
            m_context.painter.drawPolygon(m_shape.outline(keySpan, from, until, renewals));
        }
        m_context.painter.setRenderHint(QPainter::Antialiasing, false);
        if (until - from < m_context.unit) // no room for anything else
            return;
        paintRenewals(keySpan, renewals);
        const Moment seenEnd = std::min(keySpan.until, m_context.lastSeen());
        const std::size_t lastSeen = changeAt(m_track, keySpan, seenEnd);
        const bool endless = m_shape.change(lastSeen).deadline == never;
        if (endless)
            paintEndless(m_context.time.x(m_shape.change(lastSeen).at), until);
        const bool hasExpired = keySpan.end == KeySpan::End::Expired
            && m_context.time.x(keySpan.until) <= m_context.clipRight + 1;
        if (hasExpired)
            m_context.painter.fillRect(
                QRectF(std::round(until) - 1, m_area.top(), 2, m_area.height()),
                m_context.colours().secondary);
        LeaseWords(m_context, m_track, m_shape, m_area, place).paint(from, until);
    }

    void paintRenewals(const KeySpan &keySpan, const std::vector<double> &renewals)
    {
        const double size = m_context.unit * 0.5;
        double last = -1e9;
        for (const double x : renewals) {
            if (x - last < size * 1.4 || x < m_context.clipLeft)
                continue;
            last = x;
            const double top = m_area.bottom() - m_shape.heightAt(keySpan, x + 0.5);
            const double y = std::max(m_area.top() - size * 0.6, top - size - 1);
            const QRectF triangle(x - size / 2, y, size, size * 0.85);
            m_context.marks.marks().glyph(
                m_context.painter, triangle, Marks::Glyph::Renewed, m_context.colours().text);
        }
    }

    void paintEndless(double from, double until)
    {
        from = std::max(from, m_context.clipLeft - 4);
        m_context.painter.setRenderHint(QPainter::Antialiasing, false);
        m_context.painter.setPen(QPen(m_context.colours().panel, 1));
        m_context.painter.setBrush(Qt::NoBrush);
        const QRectF box(from, m_area.top(), until - from, m_area.height());
        if (box.width() > 8)
            m_context.painter.drawRect(box.adjusted(2, 2, -3, -3));
        const double high = m_context.unit * 0.55;
        if (box.width() > 4 * high)
            m_context.marks.marks().glyph(m_context.painter,
                QRectF(until - high * 2.6, m_area.center().y() - high / 2, high * 2, high),
                Marks::Glyph::Infinity, m_context.colours().panel);
    }

    const LaneContext &m_context;
    const KeyTrack &m_track;
    QRectF m_area;
    LeaseShape m_shape;
};

} // namespace

void paintLockLane(const LaneContext &context, const KeyTrack &track, const QRectF &lane)
{
    LockLane(context, track, lane).paint();
}

} // namespace lockstep

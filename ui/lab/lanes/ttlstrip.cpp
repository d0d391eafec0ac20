#include "ui/lab/lanes/ttlstrip.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

void paintTtlStrip(const LaneContext &c, const KeyTrack &track, const QRectF &lane)
{
    const double high = std::max(3.0, std::round(c.unit * 0.22));
    const double top = lane.bottom() - high;
    double painted = c.clipLeft;
    const auto &at = track.changedAt;
    auto i = std::size_t(std::upper_bound(at.begin(), at.end(), c.firstSeen()) - at.begin());
    for (i = i > 0 ? i - 1 : 0; i < at.size();) {
        const double from = std::max(c.time.x(at[i]), painted);
        if (from > c.clipRight)
            break;
        const std::size_t next = std::max(i + 1,
            std::size_t(std::upper_bound(at.begin(), at.end(), c.time.at(std::floor(from) + 1) - 1)
                - at.begin()));
        const KeyChange &change = c.tracks.history().changes[track.changes[next - 1]];
        const double until =
            std::min(c.time.x(next < at.size() ? at[next] : c.tracks.round.end), c.clipRight);
        const QRectF bar(from, top, until - from, high);
        if (change.exists && change.deadline != never) {
            c.painter.fillRect(bar, c.colours().holding);
        } else if (change.exists && bar.width() > 2) {
            c.painter.setRenderHint(QPainter::Antialiasing, false);
            c.painter.setBrush(Qt::NoBrush);
            c.painter.setPen(QPen(c.colours().text, 1));
            c.painter.drawRect(bar.adjusted(0, 0, -1, -1));
            const double size = c.unit * 0.5;
            if (bar.width() > 3 * size)
                c.marks.marks().glyph(c.painter,
                    QRectF(until - 2.4 * size, top - size - 2, 2 * size, size),
                    Marks::Glyph::Infinity, c.colours().text);
        }
        painted = until;
        i = next;
    }
}

} // namespace lockstep

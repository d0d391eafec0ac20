#include "ui/lab/lanes/ttlstrip.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

void paintTtlStrip(const LaneContext &context, const KeyTrack &track, const QRectF &lane)
{
    const double high = std::max(3.0, std::round(context.unit * 0.22));
    const double top = lane.bottom() - high;
    double painted = context.clipLeft;
    const auto &at = track.changedAt;
    auto i = std::size_t(std::upper_bound(at.begin(), at.end(), context.firstSeen()) - at.begin());
    for (i = i > 0 ? i - 1 : 0; i < at.size();) {
        const double from = std::max(context.time.x(at[i]), painted);
        if (from > context.clipRight)
            break;
        const std::size_t next = std::max(i + 1,
            std::size_t(
                std::upper_bound(at.begin(), at.end(), context.time.at(std::floor(from) + 1) - 1)
                - at.begin()));
        const KeyChange &change = context.tracks.history().changes[track.changes[next - 1]];
        const double until =
            std::min(context.time.x(next < at.size() ? at[next] : context.tracks.round.end),
                context.clipRight);
        const QRectF bar(from, top, until - from, high);
        if (change.exists && change.deadline != never) {
            context.painter.fillRect(bar, context.colours().holding);
        } else if (change.exists && bar.width() > 2) {
            context.painter.setRenderHint(QPainter::Antialiasing, false);
            context.painter.setBrush(Qt::NoBrush);
            context.painter.setPen(QPen(context.colours().text, 1));
            context.painter.drawRect(bar.adjusted(0, 0, -1, -1));
            const double size = context.unit * 0.5;
            if (bar.width() > 3 * size)
                context.marks.marks().glyph(context.painter,
                    QRectF(until - 2.4 * size, top - size - 2, 2 * size, size),
                    Marks::Glyph::Infinity, context.colours().text);
        }
        painted = until;
        i = next;
    }
}

} // namespace lockstep

// Part of lanes.h.

#include "ui/lab/lanes/lanes.h"

#include "ui/text/wording.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

struct ThroughputWords
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::ValueLane)
};

} // namespace

void paintThroughputLane(const LaneContext &c, const QRectF &lane)
{
    constexpr double barWidth = 6;
    const QRectF area = lane.adjusted(0, c.smallMetrics.height() + 2, 0, -c.unit * 0.3);
    std::vector<double> rates;
    // Where a bar stands for thousands, their number need not be exact to be drawn exactly.
    const bool isCrowded =
        c.tracks.returnedAbout(c.lastSeen()) - c.tracks.returnedAbout(c.firstSeen())
        > 1000 * (c.clipRight - c.clipLeft) / barWidth;
    const auto returnedBefore = [&](Moment at) {
        return isCrowded ? c.tracks.returnedAbout(at) : double(c.tracks.returnedBefore(at));
    };
    double before = returnedBefore(c.time.at(c.time.left));
    for (double x = c.time.left; x < c.clipRight; x += barWidth) {
        const Moment from = c.time.at(x);
        const Moment until = c.time.at(x + barWidth);
        const double after = returnedBefore(until);
        rates.push_back(until > from ? (after - before) * 1e9 / double(until - from) : 0);
        before = after;
    }
    const double most = rates.empty() ? 0 : *std::max_element(rates.begin(), rates.end());
    if (most <= 0)
        return;
    const QColor fill = blended(c.colours().secondary, c.colours().panel, 0.55);
    std::vector<QRect> bars;
    for (std::size_t i = 0; i < rates.size(); ++i) {
        const double high = rates[i] / most * area.height();
        const double x = c.time.left + double(i) * barWidth;
        bars.push_back(pixelRect(x, area.bottom() - high, x + barWidth - 1, area.bottom()));
    }
    c.painter.setRenderHint(QPainter::Antialiasing, false);
    c.painter.setPen(Qt::NoPen);
    c.painter.setBrush(fill);
    c.painter.drawRects(bars.data(), int(bars.size()));
    const double digits = std::pow(10, std::max(0.0, std::floor(std::log10(most)) - 2));
    const QString words = ThroughputWords::tr("highest: %1 a second")
                              .arg(wording::number(std::round(most / digits) * digits));
    c.smallText({c.clipLeft + c.unit * 0.5, lane.top() + c.smallMetrics.ascent() + 2}, words,
        c.colours().secondary);
}

} // namespace lockstep

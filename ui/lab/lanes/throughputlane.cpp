// Part of lanes.h. Paints the throughput of a free run: a bar for every few pixels, whose height is
// the number of operations that returned in its time, relative to the highest visible bar.

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

void paintThroughputLane(const LaneContext &context, const QRectF &lane)
{
    constexpr double barWidth = 6; // pixels, with a gap of one
    const QRectF area = lane.adjusted(0, context.smallMetrics.height() + 2, 0, -context.unit * 0.3);
    std::vector<double> rates;
    // With more than some thousand replies a bar an estimate, which is wrong by 64 at most, changes
    // no bar by more than a pixel or two, and costs no search among millions of operations.
    const bool estimatesSuffice = context.tracks.returnedAbout(context.lastSeen())
            - context.tracks.returnedAbout(context.firstSeen())
        > 1000 * (context.clipRight - context.clipLeft) / barWidth;
    const auto returnedUntil = [&](Moment at) {
        return estimatesSuffice ? context.tracks.returnedAbout(at)
                                : double(context.tracks.returnedBefore(at));
    };
    double before = returnedUntil(context.time.at(context.time.left));
    for (double x = context.time.left; x < context.clipRight; x += barWidth) {
        const Moment from = context.time.at(x);
        const Moment until = context.time.at(x + barWidth);
        const double after = returnedUntil(until);
        // Zoomed in far enough, a bar may stand for less than a nanosecond.
        rates.push_back(until > from ? (after - before) * 1e9 / double(until - from) : 0);
        before = after;
    }
    const double most = rates.empty() ? 0 : *std::max_element(rates.begin(), rates.end());
    if (most <= 0)
        return;
    const QColor fill = blended(context.colours().secondary, context.colours().panel, 0.55);
    std::vector<QRect> bars;
    for (std::size_t i = 0; i < rates.size(); ++i) {
        const double height = rates[i] / most * area.height();
        const double x = context.time.left + double(i) * barWidth;
        bars.push_back(pixelRect(x, area.bottom() - height, x + barWidth - 1, area.bottom()));
    }
    context.painter.setRenderHint(QPainter::Antialiasing, false);
    context.painter.setPen(Qt::NoPen);
    context.painter.setBrush(fill);
    context.painter.drawRects(bars.data(), int(bars.size()));
    // Three digits of the rate; more would say nothing.
    const double highest = context.tracks.highestRate;
    const double roundingStep = std::pow(10, std::max(0.0, std::floor(std::log10(highest)) - 2));
    const QString words =
        ThroughputWords::tr("highest in this round: %1 a second")
            .arg(wording::number(std::round(highest / roundingStep) * roundingStep));
    context.smallText(
        {context.clipLeft + context.unit * 0.5, lane.top() + context.smallMetrics.ascent() + 2},
        words, context.colours().secondary);
}

} // namespace lockstep

#include "ui/plot/curves/curvescale.h"

#include <algorithm>

namespace lockstep {

namespace {

constexpr double leastShare = 0.2; // of the height that a curve would have alone, see curveScales()

std::optional<ValueRange> rangeOf(const HistoryCurve &curve, bool fromZero, bool isOnly)
{
    if (curve.line.empty())
        return std::nullopt;
    ValueRange range{fromZero ? 0 : curve.lowest, curve.highest};
    if (curve.limit && isOnly)
        range.high = std::max(range.high, *curve.limit);
    return range;
}

// Adds room above, and below unless the bottom is 0. Above the curves there is more if the sign ∞
// is shown.
ValueRange withRoom(ValueRange range, bool fromZero, bool endless)
{
    if (range.high <= range.low)
        range.high = range.low + 1;
    const double room = (range.high - range.low) * (endless ? 0.3 : 0.12);
    return {fromZero ? range.low : range.low - room, range.high + room};
}

} // namespace

CurveScales curveScales(const std::vector<HistoryCurve> &curves, bool fromZero)
{
    std::optional<ValueRange> all;
    double leastHeight = 0;
    bool endless = false;
    for (const HistoryCurve &curve : curves) {
        endless = endless || !curve.endless.empty() || !curve.unknownTtl.empty();
        const auto range = rangeOf(curve, fromZero, curves.size() == 1);
        if (!range)
            continue;
        const double height = range->high - range->low;
        if (height > 0)
            leastHeight = leastHeight > 0 ? std::min(leastHeight, height) : height;
        all = all ? ValueRange{std::min(all->low, range->low), std::max(all->high, range->high)}
                  : *range;
    }
    const ValueRange common = all.value_or(ValueRange());
    CurveScales scales;
    scales.areSeparate = leastHeight > 0 && leastHeight < leastShare * (common.high - common.low);
    for (const HistoryCurve &curve : curves) {
        const auto range = rangeOf(curve, fromZero, false);
        scales.ranges.push_back(
            withRoom(scales.areSeparate && range ? *range : common, fromZero, endless));
    }
    return scales;
}

HistoryCurve scaled(HistoryCurve curve, const ValueRange &range)
{
    const double height = range.high - range.low;
    const auto share = [&](double value) { return (value - range.low) / height; };
    for (auto *points : {&curve.line, &curve.renewals, &curve.handOvers}) {
        for (QPointF &point : *points)
            point.setY(share(point.y()));
    }
    for (auto *level : {&curve.renewalDue, &curve.limit}) {
        if (*level)
            *level = share(**level);
    }
    curve.lowest = share(curve.lowest);
    curve.highest = share(curve.highest);
    return curve;
}

} // namespace lockstep

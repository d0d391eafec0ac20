#pragma once

#include "ui/plot/curves/historycurve.h"

#include <vector>

namespace lockstep {

// The values at the bottom and at the top of a plot.
struct ValueRange
{
    double low = 0;
    double high = 1;
};

// How the values of several curves are drawn in one plot.
struct CurveScales
{
    // Whether each curve has a range of its own; otherwise all have the same.
    bool areSeparate = false;
    std::vector<ValueRange> ranges; // one for each curve
};

// Curves of similar size share their range. If the common range would leave one of them less than a
// fifth of the height that it would have alone, each gets its own range, because a flat line tells
// nothing. fromZero: the bottom is 0, as for time left and use. A limit is part of the range if
// there is only one curve.
CurveScales curveScales(const std::vector<HistoryCurve> &curves, bool fromZero);

// The curve with its values scaled to the range: 0 is the bottom, 1 the top.
HistoryCurve scaled(HistoryCurve curve, const ValueRange &range);

} // namespace lockstep

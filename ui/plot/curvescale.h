#pragma once

#include "ui/plot/historycurve.h"

#include <vector>

namespace lockstep {

struct ValueRange
{
    double low = 0;
    double high = 1;
};

// How the values of several curves are put into one plot.
struct CurveScales
{
    // Each curve has a range of its own; else all have the same.
    bool own = false;
    std::vector<ValueRange> ranges; // one for each curve
};

// Curves of one size share their axis. Where the axis that fits them all would leave one of them
// less than a fifth of the height that it would have by itself, each gets its own range: a flat
// line tells nothing. fromZero: values are compared with nothing (time left, used), so the bottom
// is 0. limit: counts as a value where there is one curve only.
CurveScales curveScales(const std::vector<HistoryCurve> &curves, bool fromZero);

// The curve in shares of the range, 0 bottom … 1 top.
HistoryCurve scaled(HistoryCurve curve, const ValueRange &range);

} // namespace lockstep

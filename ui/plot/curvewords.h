#pragma once

#include <QString>

namespace lockstep {

struct HistoryCurve;

// The value as on the axis of the curve: a number, or a time.
QString valueWords(const HistoryCurve &curve, double value);
// What the curve says at a moment, also who held a lock. x: seconds relative to now, so it is
// negative.
QString curveWordsAt(const HistoryCurve &curve, double x);

} // namespace lockstep

#pragma once

#include <QString>

namespace lockstep {

struct HistoryCurve;

// A value of the curve, as its axis says it: a number, or a time.
QString valueWords(const HistoryCurve &curve, double value);
// What the curve of a lock, or of anything else, says at a moment; x: seconds, 0 is now.
QString curveWordsAt(const HistoryCurve &curve, double x);

} // namespace lockstep

#pragma once

#include "core/lab/history/history.h"

#include <QString>

namespace lockstep::wording {

// A length of time in nanoseconds, as text: 850 ns, 12.3 µs, 187 ms, 29.3 s, 1 m 05 s. "∞" for
// never.
QString length(Moment time);
// A position on the time axis: "12.3 ms" since the run began, or "3" for step 3 of a stepped run.
// Shows no more decimals than resolution, in nanoseconds, calls for.
QString moment(Moment at, OrderKind kind, Moment resolution);

} // namespace lockstep::wording

#pragma once

#include "core/lab/history/history.h"

#include <QString>

namespace lockstep::wording {

// A length of time as the lab's clock measures it: 850 ns, 12.3 µs, 187 ms, 29.3 s, 1 m 05 s.
QString length(Moment time);
// A place on the axis: 12.3 ms since the run began, or step 3. resolution: differences smaller than
// that are not told.
QString moment(Moment at, OrderKind kind, Moment resolution);

} // namespace lockstep::wording

#pragma once

#include "ui/plot/curves/historycurve.h"

namespace lockstep {

// Makes the curve of a lock from its holds: everything in HistoryCurve except unseen, lowest and
// highest. goneAt: as for historyCurve(). The cost grows with the holds and renewals that are kept
// for the lock.
HistoryCurve lockCurve(
    const Item &item, const HistoryWindow &window, std::optional<Instant> goneAt = {});

// The moment up to which a hold is drawn. If the hold ended during a gap of the connection, this is
// the beginning of the gap, because it lasted at least until then. Nothing if it has not ended.
std::optional<Instant> endOfHold(const Hold &hold, const HistoryWindow &window);

} // namespace lockstep

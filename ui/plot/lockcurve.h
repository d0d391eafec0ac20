#pragma once

#include "ui/plot/historycurve.h"

namespace lockstep {

// The holds of a lock as slopes: all of HistoryCurve but unseen, lowest and highest. goneAt: as of
// historyCurve(). The work grows with the holds and renewals that are kept of the lock.
HistoryCurve lockCurve(
    const Item &item, const HistoryWindow &window, std::optional<Instant> goneAt = {});

// Until when a hold is drawn: one that ended in a gap of the connection up to that gap, for it was
// there all the time that was watched. Nothing: it has not ended.
std::optional<Instant> endOfHold(const Hold &hold, const HistoryWindow &window);

} // namespace lockstep

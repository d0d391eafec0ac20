#pragma once

#include "ui/plot/historycurve.h"

namespace lockstep {

// The holds of a lock as slopes: all of HistoryCurve but unseen, lowest and highest. goneAt: as of
// historyCurve(). The work grows with the holds and renewals that are kept of the lock.
HistoryCurve lockCurve(
    const Item &item, const HistoryWindow &window, std::optional<Instant> goneAt = {});

// How many hold a semaphore, as steps.
HistoryCurve permitCurve(
    const Item &item, const HistoryWindow &window, std::optional<Instant> goneAt = {});

} // namespace lockstep

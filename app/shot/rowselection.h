#pragma once

namespace lockstep {

class WatchPage;

// Selects a row, so that the plot of a picture has something to show: the lock that was renewed
// most often, or, where there is no lock, a counter or a limit. Returns whether there is any row.
bool selectMostRenewed(const WatchPage &page);

} // namespace lockstep

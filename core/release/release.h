#pragma once

#include "core/release/releaseaudit.h"
#include "core/release/releaselook.h"

namespace lockstep {

// The outcome of a release by hand.
struct ReleaseReport
{
    Result<Takeover> outcome;
    // An error if the release could not be logged; the release itself is not undone.
    Result<void> audit;
};

// Takes the lock away and logs it. The server is identified once more, because the connection may
// have been opened again since the look, and may lead to another server. Errors of outcome:
// ProductionServer; those of takeLockAway().
QCoro::Task<ReleaseReport> releaseLock(Connection *connection, ProductionServers production,
    ReleaseAudit audit, QByteArray key, StandingLock lock);

} // namespace lockstep

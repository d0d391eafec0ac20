#pragma once

#include "core/release/releaseaudit.h"
#include "core/release/releaselook.h"

namespace lockstep {

struct ReleaseReport
{
    Result<Takeover> outcome;
    Result<void> audit; // an error: it could not be written down; what was done is done
};

// Takes the lock away and writes it down. The server is asked once more who it is: the connection
// may have been opened anew since the look, and lead to another one. Errors of outcome:
// ProductionServer; those of takeLockAway().
QCoro::Task<ReleaseReport> releaseLock(Connection *connection, ProductionServers production,
    ReleaseAudit audit, QByteArray key, StandingLock lock);

} // namespace lockstep

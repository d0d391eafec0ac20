#pragma once

#include "core/coordination/standinglock.h"
#include "core/redis/connection.h"

namespace lockstep {

// Who holds it now; nothing: nobody. The connection is borrowed until the task is done.
// Errors: WrongType (neither of both, or a hash with more than one field: a read-write lock, a
// multi-lock; detail says what it is), those of Connection::request().
QCoro::Task<Result<std::optional<StandingLock>>> readLock(Connection *connection, QByteArray key);

// Takes the lock from the holder of exactly that token, re-entries and all, and wakes who waits for
// it as its library does: who is first in a line of ours gets it, who waits as Redisson does hears
// its channel; who polls finds it free. The holder is not told, and works on.
// Errors: as above. mayHaveRun: it may be released.
QCoro::Task<Result<Takeover>> takeLockAway(
    Connection *connection, QByteArray key, StandingLock lock);

} // namespace lockstep

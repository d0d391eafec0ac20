#pragma once

#include "core/coordination/takeover/standinglock.h"
#include "core/redis/connection/connection.h"

namespace lockstep {

// What a key holds that is no lock of a single holder, as the detail of WrongType says it.
namespace unfit {
constexpr QLatin1String longString("string of more than 64 KiB");
constexpr QLatin1String severalHolders("hash with more than one field");
constexpr QLatin1String largeHash("hash of more than 64 KiB");
constexpr QLatin1String noCount("hash that counts nothing");
constexpr QLatin1String otherType("other"); // else the type's name: list, set, zset, stream
} // namespace unfit

// Returns the lock as it is held now, or nothing if nobody holds it. Asks for sizes first and never
// loads more than 64 KiB. The connection is borrowed until the task is done. Errors: WrongType
// (neither a string nor a hash with a single field: a read-write lock, a multi-lock; detail: see
// above), those of Connection::request().
QCoro::Task<Result<std::optional<StandingLock>>> readLock(Connection *connection, QByteArray key);

// Takes the lock from the holder of exactly that token, re-entries and all, and wakes who waits for
// it as its library does: who is first in a line of ours gets it, who waits as Redisson does hears
// its channel; who polls finds it free. The holder is not told, and works on.
// Errors: as above. mayHaveRun: it may be released.
QCoro::Task<Result<Takeover>> takeLockAway(
    Connection *connection, QByteArray key, StandingLock lock);

} // namespace lockstep

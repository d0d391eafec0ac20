#pragma once

#include "core/coordination/takeover/standinglock.h"
#include "core/redis/connection/connection.h"

namespace lockstep {

// The details of WrongType: what the key holds in place of a lock with one holder.
namespace wrongtype {
constexpr QLatin1String longString("string of more than 64 KiB");
constexpr QLatin1String severalHolders("hash with more than one field");
constexpr QLatin1String largeHash("hash of more than 64 KiB");
constexpr QLatin1String noCount("hash that counts nothing");
constexpr QLatin1String otherType("other"); // or the name of its type: list, set, zset, stream
} // namespace wrongtype

// Returns the lock as it is held now, or nothing if nobody holds it. It asks for sizes first and
// never loads more than 64 KiB. The connection is not owned and must exist until the task is done.
// Errors: WrongType if it is neither a string nor a hash with a single field (a read-write lock, a
// multi-lock), with a detail as above; those of Connection::request().
QCoro::Task<Result<std::optional<StandingLock>>> readLock(Connection *connection, QByteArray key);

// Takes the lock from the holder of exactly that token, including re-entries, and wakes the waiters
// as its library does: the first in a line of ours gets the lock, Redisson's waiters get a message
// on their channel, and those who poll find it free. The holder is not notified and continues.
// Errors: as above. With mayHaveRun it may have been released.
QCoro::Task<Result<Takeover>> takeLockAway(
    Connection *connection, QByteArray key, StandingLock lock);

} // namespace lockstep

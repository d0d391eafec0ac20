#pragma once

#include "core/redis/connection/connection.h"
#include "core/watch/items/item.h"

#include <memory>
#include <optional>

namespace lockstep {

// What is known of the present hold of a lock. A field without a value is unknown.
struct HoldObservation
{
    bool isRead = false; // false if nothing is known, or if somebody else holds the lock by now
    std::optional<Milliseconds> age;
    AgeBound ageBound = AgeBound::Exact;
    std::optional<int> renewals; // renewals that were seen, which only a watch can do
    std::optional<int> waiters; // 0 if Redis shows nobody who waits

    friend bool operator==(const HoldObservation &, const HoldObservation &) = default;
};

// What a watch has seen. item: a lock that is held.
HoldObservation observed(const Item &item, Instant now);

// What one look shows: the age, if the token has it, and the waiters. What this user may not ask
// stays unknown. token: of the holder that was just seen; if somebody else holds the lock by now,
// nothing is known. The connection is not owned and must exist until the task is done. Errors:
// those of Connection::request(), except error replies.
QCoro::Task<Result<HoldObservation>> observeHold(
    Connection *connection, FormatPtr format, QByteArray key, QByteArray token, ServerTime time);

} // namespace lockstep

#pragma once

#include "core/redis/connection/connection.h"
#include "core/watch/items/item.h"

#include <memory>
#include <optional>

namespace lockstep {

// What is known of how a lock's present holder has it. Absent: not known.
struct HoldObservation
{
    bool isRead = false; // it was not, or another one holds it by now: nothing is known
    std::optional<Milliseconds> age;
    AgeBound ageBound = AgeBound::Exact;
    std::optional<int> renewals; // that were seen; only a watch sees any
    std::optional<int> waiters; // 0: nobody that Redis tells of

    friend bool operator==(const HoldObservation &, const HoldObservation &) = default;
};

// As it was watched. item: a lock that is held.
HoldObservation observed(const Item &item, Instant now);

// As far as one look tells: the age if the token has it, and who waits. What this user may not ask
// stays unknown. token: of the holder that was seen a moment ago; nothing is known of another one.
// The connection is borrowed until the task is done.
// Errors: those of Connection::request(), but for error replies.
QCoro::Task<Result<HoldObservation>> observeHold(
    Connection *connection, FormatPtr format, QByteArray key, QByteArray token, ServerTime time);

} // namespace lockstep

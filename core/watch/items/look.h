#pragma once

#include "core/watch/values/ttl.h"

#include <optional>

namespace lockstep {

// What is read within this time after its change was announced is seen at once. Within it an
// announcement reaches us, too.
inline constexpr auto seenAtOnce = Milliseconds(100);

// When an object was looked at, and what is known of the time since the look before.
struct Look
{
    // since: when its change was announced, or it was found to be due; nothing if it was looked at
    // for neither reason. NOLINTNEXTLINE(google-explicit-constructor)
    Look(Instant at, std::optional<Instant> since = {})
        : readAt(at)
        , wantedAt(since.value_or(at))
        , sameUntil(wantedAt)
        , maybeMissedSince(wantedAt - seenAtOnce)
    {
    }

    Instant readAt;
    Instant wantedAt;
    // Until then it was what the look before had found. What lies between that and readAt is taken
    // for one moment, unless isLate.
    Instant sameUntil;
    // The look came so long after sameUntil that more than one thing may have happened meanwhile.
    bool isLate = false;
    // It was looked at because it was announced as changed.
    bool isAnnounced = false;
    // It was not seen at once: it rested, or too many waited before it. An announcement tells of
    // one change and not of those that follow until the look, so of what happened since
    // maybeMissedSince the look may have found only the last.
    bool maybeMissed = false;
    Instant maybeMissedSince; // earlier than the first change of which it may have been too late
};

} // namespace lockstep

#pragma once

#include "core/watch/values/ttl.h"

#include <optional>

namespace lockstep {

// When an object was looked at, and what is known of the time since the look before.
struct Look
{
    // since: when its change was announced, or it was found to be due; nothing if it was looked at
    // for neither reason. NOLINTNEXTLINE(google-explicit-constructor)
    Look(Instant at, std::optional<Instant> since = {})
        : readAt(at)
        , wantedAt(since.value_or(at))
        , sameUntil(wantedAt)
    {
    }

    Instant readAt;
    Instant wantedAt;
    // Until then it was what the look before had found. What lies between that and readAt is taken
    // for one moment, unless isLate.
    Instant sameUntil;
    // The look came so long after sameUntil that more than one thing may have happened meanwhile.
    bool isLate = false;
};

} // namespace lockstep

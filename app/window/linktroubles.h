#pragma once

#include "core/redis/values/error.h"
#include "core/watch/snapshot/snapshot.h"

#include <optional>

namespace lockstep {

// Which of a watch's troubles are new to the user. Each is told once; the one that ends an attempt
// to connect which the user asked for is told even where it is the same as before.
class LinkTroubles
{
public:
    [[nodiscard]] const std::optional<Error> &present() const { return m_present; }
    void forget() { m_present.reset(); } // the same trouble is told again
    void noteRetry() { m_isRetrying = true; } // the user asked for an attempt

    // Whether present() is another one now, or is to be told again.
    bool note(const WatchStatus &status)
    {
        const bool hasFailedAgain = noteAttempt(status);
        if (!hasFailedAgain && status.trouble == m_present)
            return false;
        m_present = status.trouble;
        return true;
    }

private:
    // True once, when the attempt that the user asked for has failed. A failed attempt is known by
    // the time of the next one, which is new.
    bool noteAttempt(const WatchStatus &status)
    {
        const bool isConnected = status.link == LinkState::Connected;
        const bool isNew = status.nextAttempt && status.nextAttempt != m_nextAttempt;
        const bool hasFailed = isNew && m_isRetrying && !isConnected;
        m_nextAttempt = status.nextAttempt;
        if (hasFailed || isConnected)
            m_isRetrying = false;
        return hasFailed;
    }

    std::optional<Error> m_present;
    std::optional<Instant> m_nextAttempt; // to connect
    bool m_isRetrying = false;
};

} // namespace lockstep

#pragma once

#include "core/redis/values/error.h"
#include "core/watch/snapshot/snapshot.h"

#include <optional>

namespace lockstep {

// Decides which troubles of a watch are new to the user. Each is reported once; but the trouble
// that ends an attempt to connect is reported again if the user asked for the attempt.
class LinkTroubles
{
public:
    [[nodiscard]] const std::optional<Error> &current() const { return m_current; }
    void forget() { m_current.reset(); } // so that the same trouble is reported again
    void noteRetry() { m_isRetrying = true; } // the user asked for an attempt

    // Takes the current trouble. Returns whether it is to be reported.
    bool note(const WatchStatus &status)
    {
        const bool hasFailedAgain = noteAttempt(status);
        if (!hasFailedAgain && status.trouble == m_current)
            return false;
        m_current = status.trouble;
        return true;
    }

private:
    // Returns true once, when the attempt that the user asked for has failed. A failed attempt can
    // be told from the status, because the time of the next attempt has changed.
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

    std::optional<Error> m_current;
    std::optional<Instant> m_nextAttempt; // to connect, as of the last status
    bool m_isRetrying = false;
};

} // namespace lockstep

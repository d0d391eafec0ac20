#pragma once

#include "core/watch/values/ttl.h"

#include <algorithm>
#include <optional>

namespace lockstep {

// Tells since when a change that is heard of now may have waited: this program stood still, or the
// line to the server did. That is longer than a busy machine is late, and shorter than a silence
// (SilenceDetector).
class StallDetector
{
public:
    // How often noteRunning() is to be called.
    static constexpr auto betweenRuns = Milliseconds(250);

    void start(Instant now)
    {
        m_ranAt = m_heardAt = now;
        m_dueSince.reset();
        m_stall.reset();
    }
    // This program runs, or the server has said something. dueSince: since when the oldest answer
    // is awaited; nothing: none is. Both return whether a stall was noticed, so that the caller has
    // to find out when all that was said in it has been heard.
    [[nodiscard]] bool noteRunning(Instant now, const std::optional<Instant> &dueSince)
    {
        const bool isStall = noticeStall(now, dueSince);
        m_ranAt = now;
        m_dueSince = dueSince;
        return isStall;
    }
    [[nodiscard]] bool noteHeard(Instant now, const std::optional<Instant> &dueSince)
    {
        const bool isStall = noticeStall(now, m_dueSince); // one of these answers may be it
        m_ranAt = m_heardAt = now;
        m_dueSince = dueSince;
        return isStall;
    }
    // What was said before the last stall was noticed has been heard.
    void noteCaughtUp(Instant now)
    {
        if (m_stall && !m_stall->caughtUpAt)
            m_stall->caughtUpAt = now;
    }
    // What was heard of at that instant may have waited since a stall began; nothing: it has not.
    struct Stall
    {
        Instant since;
        bool isOfProgram = false; // else of the line, or of the server, where then nothing happens
        std::optional<Instant> caughtUpAt = {}; // nothing: more of it may still come
    };
    [[nodiscard]] std::optional<Stall> stallOf(Instant heardAt) const
    {
        const bool isWithin =
            m_stall && heardAt > m_stall->since && heardAt <= m_stall->caughtUpAt.value_or(heardAt);
        return isWithin ? m_stall : std::nullopt;
    }
    // Tells since when there is something that has not been heard yet.
    [[nodiscard]] std::optional<Instant> unheardSince() const
    {
        return m_stall && !m_stall->caughtUpAt ? std::optional(m_stall->since) : std::nullopt;
    }

private:
    static constexpr auto longestDelay = 2 * betweenRuns;

    // While this program stood still, it cannot tell whether an answer came.
    bool noticeStall(Instant now, const std::optional<Instant> &dueSince)
    {
        const bool hasStoodStill = now - m_ranAt > longestDelay;
        const Instant ranUntil = hasStoodStill ? m_ranAt : now;
        const bool isLineStill =
            dueSince && ranUntil - std::max(*dueSince, m_heardAt) > longestDelay;
        if (!hasStoodStill && !isLineStill)
            return false;
        const auto unheard = unheardSince();
        const Instant since = isLineStill ? m_heardAt : m_ranAt;
        const bool isOfProgram = hasStoodStill || (unheard && m_stall->isOfProgram);
        m_stall = Stall{std::min(since, unheard.value_or(since)), isOfProgram};
        return hasStoodStill || !unheard;
    }

    Instant m_ranAt{};
    Instant m_heardAt{};
    std::optional<Instant> m_dueSince;
    std::optional<Stall> m_stall; // the last one
};

} // namespace lockstep

#pragma once

#include "core/watch/values/ttl.h"

namespace lockstep {

// Whether all of the time between two looks at one object was watched, so that they can be
// compared. It was not if a gap began between them. In a silence, announcements are late: what was
// announced before its end may have happened at any time in it.
//
// Of each object only the number of the gap before its last look is kept, not a time, for there may
// be very many of them.
class Continuity
{
public:
    // The number for an object whose last look told nothing: its next look can be compared with
    // nothing.
    static constexpr quint32 afterNothing = 0;

    [[nodiscard]] quint32 lastGap() const { return m_gap; }
    void beginGap() { ++m_gap; }
    void beginSilence() { m_isSilent = true; }
    void endSilence(Instant now)
    {
        m_isSilent = false;
        m_silentUntil = now;
    }
    // lastLookAt: of the object; wantedAt: when its change was announced, or it was found to be
    // due.
    [[nodiscard]] bool isInSilence(Instant lastLookAt, Instant wantedAt) const
    {
        return m_isSilent || (wantedAt < m_silentUntil && lastLookAt < m_silentUntil);
    }

private:
    quint32 m_gap = afterNothing + 1;
    bool m_isSilent = false;
    Instant m_silentUntil{}; // the end of the last silence that is over
};

} // namespace lockstep

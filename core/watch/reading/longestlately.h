#pragma once

#include "core/watch/values/ttl.h"

#include <deque>

namespace lockstep {

// The longest of the durations that were noted within the last two seconds.
class LongestLately
{
public:
    static constexpr auto span = std::chrono::seconds(2);

    void note(Instant::duration duration, Instant now)
    {
        forget(now);
        while (!m_notes.empty() && m_notes.back().duration <= duration)
            m_notes.pop_back();
        m_notes.push_back({duration, now});
    }
    // Zero where nothing was noted.
    [[nodiscard]] Instant::duration longest(Instant now)
    {
        forget(now);
        return m_notes.empty() ? Instant::duration(0) : m_notes.front().duration;
    }
    void reset() { m_notes.clear(); }

private:
    struct Note
    {
        Instant::duration duration{};
        Instant at{};
    };

    void forget(Instant now)
    {
        while (!m_notes.empty() && now - m_notes.front().at > span)
            m_notes.pop_front();
    }

    std::deque<Note> m_notes; // each shorter than the one before it: what was shorter than a later
                              // one will never be the longest
};

} // namespace lockstep

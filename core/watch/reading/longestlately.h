#pragma once

#include "core/watch/values/ttl.h"

#include <algorithm>
#include <deque>

namespace lockstep {

// The longest of the durations that were noted within the last two seconds.
class LongestLately
{
public:
    static constexpr auto span = std::chrono::seconds(2);

    void note(Instant::duration duration, Instant now)
    {
        m_notes.erase(m_notes.begin(), firstWithin(now));
        while (!m_notes.empty() && m_notes.back().duration <= duration)
            m_notes.pop_back();
        m_notes.push_back({duration, now});
    }
    // Zero where nothing was noted.
    [[nodiscard]] Instant::duration longest(Instant now) const
    {
        const auto first = firstWithin(now);
        return first == m_notes.end() ? Instant::duration(0) : first->duration;
    }
    void reset() { m_notes.clear(); }

private:
    struct Note
    {
        Instant::duration duration{};
        Instant at{};
    };

    [[nodiscard]] std::deque<Note>::const_iterator firstWithin(Instant now) const
    {
        return std::find_if(m_notes.begin(), m_notes.end(),
            [&](const Note &note) { return now - note.at <= span; });
    }

    // Each is shorter than the one before it: what is shorter than a later one can never become the
    // longest, so it is not kept.
    std::deque<Note> m_notes;
};

} // namespace lockstep

#pragma once

#include "core/watch/values/ttl.h"

namespace lockstep {

// The part of the past that a plot shows: it has a length, `span`, and ends `back` before now.
class TimeWindow
{
public:
    static constexpr Milliseconds usual{60'000};
    static constexpr Milliseconds shortest{10'000};
    static constexpr Milliseconds longest{600'000};

    [[nodiscard]] Milliseconds span() const { return m_span; }
    [[nodiscard]] Milliseconds back() const { return m_back; }

    void setSpan(Milliseconds span) { m_span = std::clamp(span, shortest, longest); }
    // Scales the length by the factor. The moment at `share` of the width (0 left, 1 right) keeps
    // its place, unless the window ends now: then it still does.
    void zoom(double factor, double share)
    {
        const Milliseconds before = m_span;
        setSpan(std::chrono::duration_cast<Milliseconds>(m_span * factor));
        if (m_back > Milliseconds(0))
            pan(std::chrono::duration_cast<Milliseconds>((before - m_span) * (1 - share)));
    }
    void pan(Milliseconds further)
    {
        m_back = std::clamp(m_back + further, Milliseconds(0), longest);
    }
    void reset() { *this = {}; }

private:
    Milliseconds m_span = usual;
    Milliseconds m_back{0};
};

} // namespace lockstep

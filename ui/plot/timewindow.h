#pragma once

#include "core/watch/values/ttl.h"

namespace lockstep {

// Which part of the past is looked at: it ends back before now and is span long.
class TimeWindow
{
public:
    static constexpr Milliseconds usual{60'000};
    static constexpr Milliseconds shortest{10'000};
    static constexpr Milliseconds longest{600'000};

    [[nodiscard]] Milliseconds span() const { return m_span; }
    [[nodiscard]] Milliseconds back() const { return m_back; }

    void setSpan(Milliseconds span) { m_span = std::clamp(span, shortest, longest); }
    // Keeps the instant at share of the width where it is, 0 left … 1 right; near the right edge
    // keeps now.
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

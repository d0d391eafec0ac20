#pragma once

#include <QtGlobal>

#include <algorithm>
#include <chrono>
#include <random>

namespace lockstep {

// How long to wait before the next attempt: doubled each time up to a limit, then shortened by a
// random part of up to a half, so that many clients of one server do not reconnect at the same
// moments. The same seed gives the same sequence.
class Backoff
{
public:
    using Duration = std::chrono::milliseconds;

    Backoff(Duration first, Duration longest, quint32 seed)
        : m_first(std::max(first, Duration(1)))
        , m_longest(std::max(longest, m_first))
        , m_whole(m_first)
        , m_random(seed)
    {
    }

    Duration next()
    {
        const Duration whole = m_whole;
        m_whole = whole > m_longest / 2 ? m_longest : whole * 2;
        const auto half = static_cast<quint64>(whole.count()) / 2;
        return whole - Duration(static_cast<qint64>(m_random() % (half + 1)));
    }

    // Call this after a success: the next wait is the shortest again.
    void reset() { m_whole = m_first; }

private:
    Duration m_first;
    Duration m_longest;
    Duration m_whole;
    std::minstd_rand m_random;
};

} // namespace lockstep

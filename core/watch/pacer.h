#pragma once

#include "core/watch/ttl.h"

#include <algorithm>

namespace lockstep {

// Keeps our share of the server's time below a limit: after the server was busy with us for t, wait
// for t·(1/share − 1). It slows down with the server and never speeds up past the budget.
class Pacer
{
public:
    explicit Pacer(double share)
        : m_share(std::clamp(share, 0.001, 1.0))
    {
    }

    // busy: from sending to the reply, an upper bound of the server's work.
    [[nodiscard]] std::chrono::microseconds pauseAfter(std::chrono::microseconds busy) const
    {
        const auto pause = static_cast<double>(busy.count()) * (1.0 / m_share - 1.0);
        return std::min(std::chrono::microseconds(static_cast<qint64>(pause)), longestPause);
    }

private:
    static constexpr std::chrono::microseconds longestPause{2'000'000};
    double m_share;
};

} // namespace lockstep

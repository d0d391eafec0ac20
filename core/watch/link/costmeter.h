#pragma once

#include "core/redis/connection/connection.h"
#include "core/watch/values/ttl.h"

#include <deque>

namespace lockstep {

// What watching costs: totals, and rates over the last seconds.
class CostMeter
{
public:
    struct Totals
    {
        qint64 commands = 0;
        qint64 bytes = 0; // both ways
        // The server spent at most that time on us, as reply times tell.
        std::chrono::microseconds busy{};
    };
    struct Rates
    {
        double commandsPerSecond = 0;
        double bytesPerSecond = 0;
        double serverTimeShare = 0;
    };

    static constexpr auto span = std::chrono::seconds(5);

    void update(Instant now, const Totals &totals)
    {
        m_samples.push_back({now, totals});
        while (m_samples.size() > 2 && now - m_samples[1].at >= span)
            m_samples.pop_front();
    }

    [[nodiscard]] Totals totals() const
    {
        return m_samples.empty() ? Totals() : m_samples.back().totals;
    }

    [[nodiscard]] Rates rates() const
    {
        if (m_samples.size() < 2)
            return {};
        const auto &from = m_samples.front();
        const auto &to = m_samples.back();
        const double seconds = std::chrono::duration<double>(to.at - from.at).count();
        if (seconds <= 0)
            return {};
        const double busy =
            std::chrono::duration<double>(to.totals.busy - from.totals.busy).count();
        return {static_cast<double>(to.totals.commands - from.totals.commands) / seconds,
            static_cast<double>(to.totals.bytes - from.totals.bytes) / seconds,
            std::min(busy / seconds, 1.0)};
    }

private:
    struct Sample
    {
        Instant at;
        Totals totals;
    };
    std::deque<Sample> m_samples; // one a second or so: bounded by the span
};

} // namespace lockstep

#pragma once

#include "core/watch/values/ttl.h"

#include <algorithm>

namespace lockstep {

// Limits the part of the server's time that we use, for all who share it: after the server has
// worked for one of us for t, the budget asks all of us together to leave it alone for t·(1/share −
// 1). That time has no upper limit. Inventory, Prober and Rereader wait for pause() before they
// ask; only the first look at a key that was just announced waits no longer than a moment
// (prober.cpp), and is charged, so that the others wait for longer.
class ServerBudget
{
public:
    using Microseconds = std::chrono::microseconds;

    static constexpr double usualShare = 0.05; // of the server's time

    // share: 0 … 1. One below a thousandth counts as a thousandth, for at 0 no pause would end.
    explicit ServerBudget(double share)
        : m_restFactor(1.0 / std::clamp(share, 0.001, 1.0) - 1.0)
    {
    }

    void spend(Microseconds work, Instant now)
    {
        const auto rest = static_cast<double>(work.count()) * m_restFactor;
        m_freeAt = std::max(m_freeAt, now) + Microseconds(static_cast<qint64>(rest));
    }
    // How long to wait before the next command; zero if it may be sent now.
    [[nodiscard]] Microseconds pause(Instant now) const
    {
        return std::max(std::chrono::ceil<Microseconds>(m_freeAt - now), Microseconds(0));
    }

    // Notes a round trip. The shortest of all is taken for the time on the network, which is no
    // work of the server.
    void noteRoundTrip(Microseconds took) { m_roundTrip = std::min(m_roundTrip, took); }
    [[nodiscard]] Microseconds roundTrip() const
    {
        return m_roundTrip == Microseconds::max() ? Microseconds(0) : m_roundTrip;
    }
    // Starts anew after a reconnect, when the network may be another one.
    void reset()
    {
        m_freeAt = {};
        m_roundTrip = Microseconds::max();
    }

private:
    double m_restFactor;
    Instant m_freeAt{};
    Microseconds m_roundTrip = Microseconds::max();
};

} // namespace lockstep

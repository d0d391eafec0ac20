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

// Charges one kind of work to a budget. The time from sending to the reply is an upper bound of the
// server's work, and a good one but for a server that stands still: it may fork, swap, be stopped,
// or work for somebody else. So an answer that takes many times as long as those before it is
// charged as a few times their length only; when the answers stay as slow, they become the usual
// ones within a few, and are charged in full.
class Pacer
{
public:
    using Microseconds = std::chrono::microseconds;

    explicit Pacer(ServerBudget *budget) // borrowed
        : m_budget(budget)
    {
    }

    // Charges the time of some round trips. units: commands in them, or names for SCAN. The time on
    // the network is not charged, except for a sixteenth, so that nothing is free.
    void note(Microseconds elapsed, int roundTrips, std::size_t units, Instant now)
    {
        const auto ways = roundTrips * m_budget->roundTrip();
        const auto count = static_cast<double>(std::max<std::size_t>(units, 1));
        const double each =
            static_cast<double>(std::max(elapsed - ways, ways / 16).count()) / count;
        const double charged = std::min(each, mostTimesUsual * m_usual);
        m_usual =
            charged > m_usual ? charged : std::max(m_usual + (charged - m_usual) / 8, leastUsual);
        m_budget->spend(Microseconds(static_cast<qint64>(charged * count)), now);
    }
    [[nodiscard]] Microseconds pause(Instant now) const { return m_budget->pause(now); }

private:
    static constexpr double mostTimesUsual = 4;
    static constexpr double leastUsual = 20; // µs a unit, several times what any server takes

    ServerBudget *m_budget;
    double m_usual = leastUsual; // µs a unit
};

} // namespace lockstep

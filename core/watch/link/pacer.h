#pragma once

#include "core/watch/values/ttl.h"

#include <algorithm>

namespace lockstep {

// The part of the server's time that is ours, for all who share it: after the server has worked for
// one of us for t, all of us together leave it alone for t·(1/share − 1).
class ServerBudget
{
public:
    using Microseconds = std::chrono::microseconds;

    explicit ServerBudget(double share)
        : m_restFactor(1.0 / std::clamp(share, 0.001, 1.0) - 1.0)
    {
    }

    void spend(Microseconds work, Instant now)
    {
        const auto rest = static_cast<double>(work.count()) * m_restFactor;
        m_freeAt = std::max(m_freeAt, now) + Microseconds(static_cast<qint64>(rest));
    }
    // How long nothing more may be asked; zero: now.
    [[nodiscard]] Microseconds pause(Instant now) const
    {
        return std::max(std::chrono::ceil<Microseconds>(m_freeAt - now), Microseconds(0));
    }

    // What the shortest of all round trips took is the way there and back, not work.
    void noteRoundTrip(Microseconds took) { m_roundTrip = std::min(m_roundTrip, took); }
    [[nodiscard]] Microseconds roundTrip() const
    {
        return m_roundTrip == Microseconds::max() ? Microseconds(0) : m_roundTrip;
    }
    // Another connection: other ways, and no debt.
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

    // elapsed: of so many round trips with so many commands (of SCAN: names) in them.
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

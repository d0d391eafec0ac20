#pragma once

#include "core/watch/link/serverbudget.h"

#include <algorithm>

namespace lockstep {

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
    void note(Microseconds elapsed, int roundTrips, std::size_t units, Instant now,
        ServerBudget::Work work = ServerBudget::Work::Paced)
    {
        const auto ways = roundTrips * m_budget->roundTrip();
        const auto count = static_cast<double>(std::max<std::size_t>(units, 1));
        const double each =
            static_cast<double>(std::max(elapsed - ways, ways / 16).count()) / count;
        const double charged = std::min(each, mostTimesUsual * m_usual);
        m_usual =
            charged > m_usual ? charged : std::max(m_usual + (charged - m_usual) / 8, leastUsual);
        m_budget->spend(Microseconds(static_cast<qint64>(charged * count)), work, now);
    }
    // The shortest that was measured: what the network alone takes.
    [[nodiscard]] Microseconds roundTrip() const { return m_budget->roundTrip(); }
    [[nodiscard]] Microseconds pause(Instant now) const { return m_budget->pause(now); }

private:
    static constexpr double mostTimesUsual = 4;
    static constexpr double leastUsual = 20; // µs a unit, several times what any server takes

    ServerBudget *m_budget;
    double m_usual = leastUsual; // µs a unit
};

} // namespace lockstep

#pragma once

#include "core/watch/values/ttl.h"

#include <algorithm>

namespace lockstep {

// Limits the part of the server's time that we use, for all who share it: after the server has
// worked for one of us for t, the budget asks all of us together to leave it alone for t·(1/share −
// 1). That time has no upper limit. Inventory, Prober and Rereader wait for pause() before they
// ask; only the first look at a key that was just announced waits no longer than a moment
// (prober.cpp), and is charged, so that the others wait for longer. They still get half of the
// share: a steady flow of new keys would put them off for ever where the looks at these alone take
// all of it, and only then is the share exceeded.
class ServerBudget
{
public:
    using Microseconds = std::chrono::microseconds;

    static constexpr double usualShare = 0.05; // of the server's time

    enum class Work : quint8 {
        Paced, // waited for pause()
        Urgent // did not
    };

    // share: 0 … 1. One below a thousandth counts as a thousandth, for at 0 no pause would end.
    explicit ServerBudget(double share)
        : m_share(std::clamp(share, 0.001, 1.0))
    {
    }

    void spend(Microseconds time, Work work, Instant now)
    {
        m_freeAt = std::max(m_freeAt, now) + restAfter(time, m_share);
        if (work == Work::Paced)
            m_pacedAt = std::max(m_pacedAt, now) + restAfter(time, m_share * leastPaced);
    }
    // How long to wait before the next command; zero if it may be sent now.
    [[nodiscard]] Microseconds pause(Instant now) const
    {
        const Instant due = std::min(m_freeAt, m_pacedAt);
        return std::max(std::chrono::ceil<Microseconds>(due - now), Microseconds(0));
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
        m_freeAt = m_pacedAt = {};
        m_roundTrip = Microseconds::max();
    }

private:
    static constexpr double leastPaced = 0.5; // of the share, whatever urgent work takes

    static Microseconds restAfter(Microseconds time, double share)
    {
        return Microseconds(
            static_cast<qint64>(static_cast<double>(time.count()) * (1.0 / share - 1.0)));
    }

    double m_share;
    Instant m_freeAt{}; // when all that was done has its rest
    Instant m_pacedAt{}; // when paced work is due in any case
    Microseconds m_roundTrip = Microseconds::max();
};

} // namespace lockstep

#pragma once

#include "core/lab/history/run.h"

namespace lockstep {

// Decides whether another round of a free run begins, and when a round is cut off.
class RoundLimits
{
public:
    // options must outlive this.
    explicit RoundLimits(const RunOptions &options)
        : m_options(options)
    {
    }

    void beginRun(Moment now) { m_runBegan = now; }
    [[nodiscard]] Moment runBegan() const { return m_runBegan; }
    // length: of the last round, with its setup and its evaluation.
    void noteRound(Moment length) { m_lastRound = length; }

    // rounds: how many have begun so far.
    [[nodiscard]] bool hasNextRound(Moment now, int rounds) const;
    // When a round that begins now is cut off at the latest. round: its number, from 0.
    [[nodiscard]] Moment endOfRound(Moment now, int round) const;
    // When the run is over; never, if its rounds are counted.
    [[nodiscard]] Moment endOfRun() const;

private:
    const RunOptions &m_options;
    Moment m_runBegan = 0;
    Moment m_lastRound = 0;
};

} // namespace lockstep

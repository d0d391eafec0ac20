#pragma once

#include "core/watch/link/sleepdetector.h"
#include "core/watch/readers/reader.h"
#include "core/watch/values/probe.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

namespace lockstep {

// Keeps the difference between the server's clock and ours, and notices when deadlines that were
// read before may be wrong: because our clock stood still while the machine slept, or because the
// server's was set.
//
// Each time that the server tells gives a range in which the difference of the two clocks lies, as
// it was told between sending and receiving. Two ranges without a common value are two differences:
// then a clock was set, by however little. By less than such a range is long it may have been set
// unnoticed; a deadline that is read after a time that was told then is not known any better, so
// nothing follows from that either.
class ClockJumps
{
public:
    // Takes a time that the server has told. Returns true if its clock was set since the last time.
    bool noteServerTime(const ServerTime &told)
    {
        noteSleep();
        const auto difference = told.server.time_since_epoch() - told.at.time_since_epoch();
        Range range{told.at, difference - told.error, difference + told.error + resolution};
        const auto last = std::exchange(m_last, range);
        if (!last || m_turns >= mostTurns)
            return false;
        const auto drift = std::chrono::abs(range.at - last->at) / driftPart;
        const std::chrono::nanoseconds least = last->least - drift;
        const std::chrono::nanoseconds most = last->most + drift;
        const bool isSet = range.least > most || range.most < least;
        if (isSet) {
            noteTurn(range.least > most, range.at);
            note({last->at});
        } else { // both know something of it
            m_last = Range{range.at, std::max(range.least, least), std::min(range.most, most)};
        }
        return isSet;
    }
    // What the server's clock says, as exactly as all that it told together lets one know: what was
    // told over a slow round trip takes nothing from what was told over a fast one. Ours until it
    // has told.
    [[nodiscard]] ServerTime time() const
    {
        if (!m_last)
            return {std::chrono::steady_clock::now(), std::chrono::system_clock::now()};
        const auto difference = m_last->least + (m_last->most - m_last->least) / 2;
        const auto server = m_last->at.time_since_epoch() + difference;
        return {m_last->at, WallTime(std::chrono::duration_cast<WallTime::duration>(server)),
            (m_last->most - m_last->least) / 2};
    }
    void forgetServer() // called when the server may be another one
    {
        m_last.reset();
        m_ahead.reset();
        m_turns = 0;
    }
    // Call this now and then: a sleep of the machine is taken to begin at the last call.
    void noteAwake() { noteSleep(); }
    // Takes over jumps that were not yet taken from the watch whose place this one takes.
    void continueFrom(const ClockJumps &before)
    {
        m_sleep = before.m_sleep;
        m_awakeAt = before.m_awakeAt;
        m_jump = before.m_jump;
    }
    // The jump of a clock since the last call; nothing if there was none.
    [[nodiscard]] std::optional<ClockJump> take()
    {
        noteSleep();
        return std::exchange(m_jump, std::nullopt);
    }

private:
    // The range in which the server's clock minus ours lies.
    struct Range
    {
        Instant at;
        std::chrono::nanoseconds least;
        std::chrono::nanoseconds most;
    };

    // A clock that is being corrected runs up to 500 parts in a million too fast or too slow (NTP),
    // and both may be.
    static constexpr qint64 driftPart = 1'000;
    // A clock that is set to and fro is none: behind one address two servers tell their times in
    // turn. After so many turns, each soon after the one before, nothing is concluded from them any
    // more.
    static constexpr int mostTurns = 4;
    static constexpr auto soon = std::chrono::seconds(30);
    // The resolution of the reply to TIME.
    static constexpr auto resolution = std::chrono::microseconds(1);

    void noteTurn(bool ahead, Instant at)
    {
        if (at - m_lastSet > soon)
            m_turns = 0;
        else if (m_ahead && *m_ahead != ahead)
            ++m_turns;
        m_ahead = ahead;
        m_lastSet = at;
    }
    void noteSleep()
    {
        if (const auto slept = m_sleep.takeSleep(); slept.count() > 0)
            note({m_awakeAt, slept});
        m_awakeAt = std::chrono::steady_clock::now();
    }
    void note(ClockJump jump)
    {
        if (m_jump)
            jump = {std::min(jump.since, m_jump->since), jump.slept + m_jump->slept};
        m_jump = jump;
    }

    SleepDetector m_sleep;
    Instant m_awakeAt = std::chrono::steady_clock::now(); // the machine had not slept by then
    std::optional<Range> m_last;
    std::optional<bool> m_ahead; // whether the clock was set forward the last time
    Instant m_lastSet{};
    int m_turns = 0;
    std::optional<ClockJump> m_jump;
};

} // namespace lockstep

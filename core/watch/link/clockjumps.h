#pragma once

#include "core/watch/link/sleepdetector.h"
#include "core/watch/readers/reader.h"
#include "core/watch/values/probe.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

namespace lockstep {

// Notices that deadlines which were read before may be wrong: our clock stood still while the
// machine slept, or the server's was set.
class ClockJumps
{
public:
    struct Jump
    {
        Instant since; // all clocks were still right
        bool slept; // this machine did
    };

    // What the server's clock says now. True: it was set since the last time.
    bool noteServerTime(const ServerTime &told)
    {
        noteSleep();
        const auto last = std::exchange(m_last, told);
        const bool isSet =
            last && std::chrono::abs(told.server - serverNow(*last, told.at)) > tolerance;
        if (isSet)
            note({last->at, false});
        return isSet;
    }
    void forgetServer() { m_last.reset(); } // it may be another one
    // If a clock has jumped since this was asked for the last time.
    [[nodiscard]] std::optional<Jump> take()
    {
        noteSleep();
        return std::exchange(m_jump, std::nullopt);
    }

private:
    // Clocks drift, and are set right by small steps.
    static constexpr auto tolerance = std::chrono::seconds(2);

    void noteSleep()
    {
        if (m_sleep.hasSlept())
            note({m_awakeAt, true});
        m_awakeAt = std::chrono::steady_clock::now();
    }
    void note(Jump jump)
    {
        if (m_jump)
            jump = {std::min(jump.since, m_jump->since), jump.slept || m_jump->slept};
        m_jump = jump;
    }

    SleepDetector m_sleep;
    Instant m_awakeAt = std::chrono::steady_clock::now(); // the machine had not slept by then
    std::optional<ServerTime> m_last;
    std::optional<Jump> m_jump;
};

} // namespace lockstep

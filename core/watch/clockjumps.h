#pragma once

#include "core/watch/probe.h"
#include "core/watch/reader.h"
#include "core/watch/sleepdetector.h"

#include <chrono>
#include <optional>
#include <utility>

namespace lockstep {

// Notices that deadlines which were read before may be wrong: our clock stood still while the
// machine slept, or the server's was set.
class ClockJumps
{
public:
    // What the server's clock says now. True: it was set since the last time.
    bool noteServerTime(const ServerTime &told)
    {
        const auto last = std::exchange(m_last, told);
        const bool isSet =
            last && std::chrono::abs(told.server - serverNow(*last, told.at)) > tolerance;
        m_serverWasSet = m_serverWasSet || isSet;
        return isSet;
    }
    void forgetServer() { m_last.reset(); } // it may be another one
    // Whether a clock jumped since this was asked for the last time.
    [[nodiscard]] bool takeJump()
    {
        const bool slept = m_sleep.hasSlept();
        return std::exchange(m_serverWasSet, false) || slept;
    }

private:
    // Clocks drift, and are set right by small steps.
    static constexpr auto tolerance = std::chrono::seconds(2);

    SleepDetector m_sleep;
    std::optional<ServerTime> m_last;
    bool m_serverWasSet = false;
};

} // namespace lockstep

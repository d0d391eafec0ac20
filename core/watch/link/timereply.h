#pragma once

#include "core/redis/values/reply.h"
#include "core/watch/values/probe.h"

#include <optional>

namespace lockstep {

constexpr qint64 latestServerSecond = 6'000'000'000; // in 2160; later ones exceed 63 bits of ns

// Parses a reply to TIME. sent, received: when the command was sent and its reply came. Nothing if
// it is no time that a server could have.
inline std::optional<ServerTime> serverTimeFrom(const Reply &reply, Instant sent, Instant received)
{
    if (reply.elements.size() != 2)
        return {};
    const auto seconds = reply.elements[0].text.toLongLong();
    const auto microseconds = reply.elements[1].text.toLongLong();
    if (seconds < 0 || seconds > latestServerSecond || microseconds < 0
        || microseconds >= 1'000'000)
        return {};
    const auto since1970 = std::chrono::seconds(seconds) + std::chrono::microseconds(microseconds);
    const auto error = (received - sent) / 2;
    return ServerTime{sent + error,
        std::chrono::system_clock::time_point(
            std::chrono::duration_cast<std::chrono::system_clock::duration>(since1970)),
        error};
}

} // namespace lockstep

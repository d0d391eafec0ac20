#pragma once

#include "core/watch/values/ttl.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace lockstep {

// Tells that nothing came from the server for longer than is usual, though its connections are
// there: the network held everything back, or the server or this program stood still. What is
// announced after that may be many changes in one.
class SilenceDetector
{
public:
    // The server is asked something at each beat, so in a shorter silence nothing may have been
    // due.
    explicit SilenceDetector(Milliseconds betweenBeats)
        : m_longest(std::max<Milliseconds>(shortest, betweenBeats + std::chrono::seconds(1)))
    {
    }

    void start(Instant now)
    {
        m_heardAt = now;
        m_unseenSince.reset();
    }
    // Called when an answer has been due on some connection for so long that what is known is shown
    // as old.
    void noteUnseen(Instant since) { m_unseenSince = since; }
    // Something has come. Returns since when what happened may not have been told, if that is so.
    [[nodiscard]] std::optional<Instant> noteHeard(Instant now)
    {
        const auto before = std::exchange(m_heardAt, now);
        const auto unseen = std::exchange(m_unseenSince, std::nullopt);
        if (unseen)
            return std::min(before, *unseen);
        return now - before >= m_longest ? std::optional(before) : std::nullopt;
    }

private:
    static constexpr auto shortest = std::chrono::seconds(3);

    Milliseconds m_longest;
    Instant m_heardAt{};
    std::optional<Instant> m_unseenSince;
};

} // namespace lockstep

#pragma once

#include "core/watch/items/hold.h"
#include "core/watch/items/look.h"
#include "core/watch/link/stalldetector.h"
#include "core/watch/reading/readbatch.h"

#include <optional>

namespace lockstep {

// Tells of each reading what is known of the time before it: since when the object was the same,
// and what may have been missed.
class LookTiming
{
public:
    // Set to true if nothing announces changes, so that a change may have happened at any time
    // between two readings.
    void setPolls(bool polls) { m_polls = polls; }
    // What is heard of may have changed earlier where these say so (borrowed).
    void setStalls(const StallDetector *stalls) { m_stalls = stalls; }

    // The look by which the object of the batch was read. before: when it was read last; nothing:
    // it was not. roundTrip: what the network alone takes, see Pacer.
    Look lookOf(const ReadBatch::Object &object, const ReadBatch &batch,
        std::optional<Instant> before, Instant::duration roundTrip);
    // The begin of the last stall after which something was read that may have changed in it, and
    // the last reading of that kind.
    [[nodiscard]] const std::optional<UnseenSpan> &stalled() const { return m_stalled; }
    // Tells since when there are announcements that have not arrived yet, because of a stall.
    [[nodiscard]] std::optional<Instant> unheardSince() const
    {
        return m_stalls ? m_stalls->unheardSince() : std::nullopt;
    }

private:
    bool m_polls = false;
    const StallDetector *m_stalls = nullptr;
    std::optional<UnseenSpan> m_stalled;
};

} // namespace lockstep

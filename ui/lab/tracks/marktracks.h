#pragma once

#include "ui/lab/tracks/roundtracks.h"

namespace lockstep {

// The tracks that are made from the marks of a round's clients.
struct MarkTracks
{
    std::vector<LimiterTrack> limiters;
    std::vector<EventTrack> events;
    std::vector<CountTrack> counts;
};

// What the clients of a round counted and marked as events. lastMark: one past the index of the
// round's last mark.
MarkTracks markTracks(const Run &run, const Round &round, quint32 lastMark);

} // namespace lockstep

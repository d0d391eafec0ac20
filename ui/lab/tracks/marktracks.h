#pragma once

#include "ui/lab/tracks/roundtracks.h"

namespace lockstep {

struct MarkTracks
{
    std::vector<LimiterTrack> limiters;
    std::vector<EventTrack> events;
    std::vector<CountTrack> counts;
};

// What the clients of a round counted and told. lastMark: the number after its last mark.
MarkTracks markTracks(const Run &run, const Round &round, quint32 lastMark);

} // namespace lockstep

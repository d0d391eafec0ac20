#pragma once

#include "ui/lab/tracks/roundtracks.h"

namespace lockstep {

// A part of a key span in which the time left does not change. Stepped runs have them, because only
// some of their steps let time pass.
struct LeaseLevel
{
    Moment from = 0, until = 0;
    Moment left = 0; // ns until the key expires

    friend bool operator==(const LeaseLevel &, const LeaseLevel &) = default;
};

// The index in track.changes of the span's last change that is not after that moment.
std::size_t changeAt(const KeyTrack &track, const KeySpan &keySpan, Moment at);
// The levels of a key span of a stepped run between two moments, sorted by time. There are none
// while the key has no TTL.
std::vector<LeaseLevel> leaseLevels(const History &history, const KeyTrack &track,
    const KeySpan &keySpan, Moment firstSeen, Moment lastSeen);

} // namespace lockstep

#pragma once

#include "ui/lab/tracks/roundtracks.h"

namespace lockstep {

// A part of a key span in which the time left stands still: steps let time pass only now and
// then.
struct LeaseLevel
{
    Moment from = 0, until = 0;
    Moment left = 0; // by the keys' clock

    friend bool operator==(const LeaseLevel &, const LeaseLevel &) = default;
};

// The place, in the track's changes, of the last change of the span that is not after that moment.
std::size_t changeAt(const KeyTrack &track, const KeySpan &keySpan, Moment at);
// The levels of a stepped run's key span between the two moments, by time. While it has no TTL it
// has none.
std::vector<LeaseLevel> leaseLevels(const History &history, const KeyTrack &track,
    const KeySpan &keySpan, Moment firstSeen, Moment lastSeen);

} // namespace lockstep

#pragma once

#include "ui/lab/tracks/roundtracks.h"

namespace lockstep {

// A part of a key's tenure in which its time left stands still: steps let time pass only now and
// then.
struct LeaseLevel
{
    Moment from = 0, until = 0;
    Moment left = 0; // by the keys' clock

    friend bool operator==(const LeaseLevel &, const LeaseLevel &) = default;
};

// The last of the tenure's changes, among the track's, that is not after that moment.
std::size_t changeAt(const KeyTrack &track, const Tenure &tenure, Moment at);
// Those of a stepped run's tenure that reach into the stretch, by time. While it has no TTL it has
// none.
std::vector<LeaseLevel> leaseLevels(const History &history, const KeyTrack &track,
    const Tenure &tenure, Moment firstSeen, Moment lastSeen);

} // namespace lockstep

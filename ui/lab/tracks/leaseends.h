#pragma once

#include "ui/lab/tracks/roundtracks.h"

namespace lockstep {

// Adds to each client the ends of its leases that came while it was still inside the lock. keys:
// the result of keyTracks() for the same round.
void addLeaseEnds(
    const Run &run, const std::vector<KeyTrack> &keys, std::vector<ClientTrack> &clients);

} // namespace lockstep

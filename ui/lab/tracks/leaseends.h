#pragma once

#include "ui/lab/tracks/roundtracks.h"

namespace lockstep {

// Adds to each client the ends of its leases that it lived to see. keys: of the round.
void addLeaseEnds(
    const Run &run, const std::vector<KeyTrack> &keys, std::vector<ClientTrack> &clients);

} // namespace lockstep

#pragma once

#include "ui/lab/tracks/roundtracks.h"

namespace lockstep {

// What the replica of server 0 holds of its keys, until it takes over. keys: of the round. In a
// stepped run the replica lacks the last write. In a free run it is not known how far it is behind
// until it has been cut off.
std::vector<ReplicaTrack> replicaTracks(
    const Run &run, const Round &round, const std::vector<KeyTrack> &keys);

} // namespace lockstep

#pragma once

#include "ui/lab/tracks/roundtracks.h"

namespace lockstep {

// What the replica of server 0 holds of its keys, until it takes over. keys: of the round. Only of
// a stepped run: there the replica lacks the last write. How far it is behind in a free run nobody
// knows before it takes over.
std::vector<ReplicaTrack> replicaTracks(
    const Run &run, const Round &round, const std::vector<KeyTrack> &keys);

} // namespace lockstep

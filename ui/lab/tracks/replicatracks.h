#pragma once

#include "ui/lab/tracks/roundtracks.h"

namespace lockstep {

// What the replica of server 0 holds of the server's keys, until it takes over. In a stepped run
// the replica always lacks the last write. In a free run nobody knows how far it lags behind until
// it is cut off from the server. keys: the result of keyTracks() for the same round.
std::vector<ReplicaTrack> replicaTracks(
    const Run &run, const Round &round, const std::vector<KeyTrack> &keys);

} // namespace lockstep

#pragma once

#include "ui/lab/tracks/roundtracks.h"

namespace lockstep {

// For each lock on several nodes, the stretches of time in which a majority of the nodes had the
// same value for its key. keys: those of the round, with the tracks of one key next to each other.
std::vector<MajorityTrack> majorityTracks(
    const Run &run, const Round &round, const std::vector<KeyTrack> &keys);

} // namespace lockstep

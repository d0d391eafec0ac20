#pragma once

#include "ui/lab/tracks/roundtracks.h"

namespace lockstep {

// Tells when one value of a lock's key was on a majority of the nodes, for each lock on several
// of them. keys: of the round, those of one key next to each other.
std::vector<MajorityTrack> majorityTracks(
    const Run &run, const Round &round, const std::vector<KeyTrack> &keys);

} // namespace lockstep

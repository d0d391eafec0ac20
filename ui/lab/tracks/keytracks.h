#pragma once

#include "ui/lab/tracks/roundtracks.h"

namespace lockstep {

// The keys that a round touched, those first that checks speak of, then in the order in which the
// scenario names them, then of their appearance; one for each node they are on. lastChange: the
// number after its last change.
std::vector<KeyTrack> keyTracks(
    const Run &run, const Round &round, quint32 lastChange, const KeyRoles &roles);
// More than a few of one pattern on one node share a lane.
std::vector<KeyFold> keyFolds(const Run &run, const std::vector<KeyTrack> &keys);

} // namespace lockstep

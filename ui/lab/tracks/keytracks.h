#pragma once

#include "ui/lab/tracks/roundtracks.h"

namespace lockstep {

// The keys that a round touched, one track for each node that a key is on. First come keys that a
// check names, then the order of the scenario's file, then that of their first change. lastChange:
// one past the index of the round's last change.
std::vector<KeyTrack> keyTracks(
    const Run &run, const Round &round, quint32 lastChange, const KeyRoles &roles);
// The groups of keys that share a lane: those of one pattern on one node, if there are more than a
// few.
std::vector<KeyFold> keyFolds(const Run &run, const std::vector<KeyTrack> &keys);

} // namespace lockstep

#pragma once

#include "ui/lab/roundtracks.h"

namespace lockstep {

// The keys that a round touched, in the order in which the scenario names them, then of their
// appearance; one for each node they are on. lastChange: the number after its last change.
std::vector<KeyTrack> keyTracks(const Run &run, const Round &round, quint32 lastChange);

} // namespace lockstep

#pragma once

#include "ui/lab/tracks/roundtracks.h"

namespace lockstep {

// The channels of a round on which something was published or that a client listened to. Leaves out
// channels of which not every message is known. number: the index of the round.
std::vector<ChannelTrack> channelTracks(const Run &run, int number);

} // namespace lockstep

#pragma once

#include "ui/lab/tracks/roundtracks.h"

namespace lockstep {

// The channels of a round: those on which something was published, and those that somebody
// listened to. Only those of which every message is known. number: of the round.
std::vector<ChannelTrack> channelTracks(const Run &run, int number);

} // namespace lockstep

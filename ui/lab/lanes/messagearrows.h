#pragma once

#include "ui/lab/drawing/lanecontext.h"

namespace lockstep {

// Paints arrows over the lanes, from the client that published a message to each client that
// received it. If nobody listened, a dashed arrow leads to the channel's lane. Paints none if there
// are too many messages in view to tell their arrows apart.
void paintMessageArrows(const LaneContext &context, const LaneStack &stack);

} // namespace lockstep

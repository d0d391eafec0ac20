#pragma once

#include "ui/lab/drawing/lanecontext.h"

namespace lockstep {

// Paints arrows over the lanes, from the client that published a message to each client that
// received it. If nobody listened, a dashed arrow leads to the channel's lane. A channel gets no
// arrows while too many of its messages are in view to tell them apart.
void paintMessageArrows(const LaneContext &context, const LaneStack &stack);

} // namespace lockstep

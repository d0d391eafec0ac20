#pragma once

#include "ui/lab/drawing/lanecontext.h"

namespace lockstep {

// Paints over the lanes an arrow from who published a message to each who received it, and a dashed
// one to the channel's lane where nobody listened. There are none where too many could not be told
// apart.
void paintMessageArrows(const LaneContext &context, const LaneStack &stack);

} // namespace lockstep

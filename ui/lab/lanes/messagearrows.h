#pragma once

#include "ui/lab/drawing/lanecontext.h"

namespace lockstep {

// Over the lanes: an arrow from who published a message to each who received it, a dashed one to
// the channel's lane where nobody listened. None where there are too many to be told apart.
void paintMessageArrows(const LaneContext &context, const LaneStack &stack);

} // namespace lockstep

#pragma once

#include "ui/lab/lanecontext.h"

namespace lockstep {

// How many operations returned per second.
void paintThroughputLane(const LaneContext &context, const QRectF &lane);

} // namespace lockstep

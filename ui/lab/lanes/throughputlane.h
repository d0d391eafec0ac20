#pragma once

#include "ui/lab/drawing/lanecontext.h"

namespace lockstep {

// How many operations returned per second.
void paintThroughputLane(const LaneContext &context, const QRectF &lane);

} // namespace lockstep

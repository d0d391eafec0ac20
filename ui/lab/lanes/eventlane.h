#pragma once

#include "ui/lab/drawing/lanecontext.h"

namespace lockstep {

// Filled ticks admitted, hollow ones refused, a bracket on the window with the most admitted.
void paintLimiterLane(const LaneContext &context, const LimiterTrack &track, const QRectF &lane);

// A small flag with the value of each event; one that goes back is crossed out.
void paintEventLane(const LaneContext &context, const EventTrack &track, const QRectF &lane);

} // namespace lockstep

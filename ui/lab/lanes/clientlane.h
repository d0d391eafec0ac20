#pragma once

#include "ui/lab/drawing/lanecontext.h"

namespace lockstep {

// What a client believes and does: boxes of its states, its commands as dots with their words where
// there is room for them.
void paintClientLane(const LaneContext &context, const ClientTrack &track, const QRectF &lane);

// Where the dots of the commands are in a lane, for the mouse too.
double dotsMiddle(const QRectF &lane, double unit);

} // namespace lockstep

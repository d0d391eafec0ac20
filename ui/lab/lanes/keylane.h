#pragma once

#include "ui/lab/drawing/lanecontext.h"

namespace lockstep {

// What the server knows about a lock's key: a bar that shrinks with the time left, from one holder
// to the next.
void paintKeyLane(const LaneContext &context, const KeyTrack &track, const QRectF &lane);

} // namespace lockstep

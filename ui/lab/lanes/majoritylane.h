#pragma once

#include "ui/lab/drawing/lanecontext.h"

namespace lockstep {

// Below the narrow lanes of a key's nodes: a bar with the holder's name while most of them agree.
void paintMajorityLane(const LaneContext &context, const MajorityTrack &track, const QRectF &lane);

} // namespace lockstep

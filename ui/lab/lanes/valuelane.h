#pragma once

#include "ui/lab/drawing/lanecontext.h"

namespace lockstep {

// A number over time as a step line, its limit dashed and what is beyond it in the pattern of
// violations: counters, counts.
void paintCounterLane(const LaneContext &context, const KeyTrack &track, const QRectF &lane);
// Keys of one pattern, one by one or by their number.
void paintFoldLane(const LaneContext &context, const KeyFold &fold, const QRectF &lane);
void paintCountLane(const LaneContext &context, const CountTrack &track, const QRectF &lane);

} // namespace lockstep

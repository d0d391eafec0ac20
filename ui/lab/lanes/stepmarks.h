#pragma once

#include "ui/lab/drawing/lanecontext.h"

namespace lockstep {

// Of a stepped run: the wide columns in which only time passed, below the lanes.
void paintTimeSteps(const LaneContext &context, double top, double bottom);
// The break that each of them has in the line of the axis.
void paintBreaks(const LaneContext &context, const QRectF &axis);
// Of a stepped run: where it parts from the run beside it. step: from 1; 0: nowhere.
void paintDifference(const LaneContext &context, int step, const QRectF &axis, double bottom);

} // namespace lockstep

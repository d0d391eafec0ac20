#pragma once

#include "ui/lab/lanecontext.h"

namespace lockstep {

// The one axis of all lanes: times, or the numbers of steps.
void paintTimeAxis(const LaneContext &context, const QRectF &area);
// The first moments of violations with their words, above the lanes.
void paintBreachWords(const LaneContext &context, const QRectF &area);
// Where something is violated, through all lanes.
void paintBreaches(const LaneContext &context, double top, double bottom);
// The edges of the checks' violations, over the lanes.
void paintBreachEdges(const LaneContext &context, double top, double bottom);
// A line through all lanes and its moment on the axis.
void paintCursor(const LaneContext &context, Moment at, const QRectF &axis, double bottom);

} // namespace lockstep

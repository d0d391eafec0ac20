#pragma once

#include "ui/lab/drawing/lanecontext.h"

namespace lockstep {

// The one axis of all lanes: times, or the numbers of steps.
// taken: the cursor's flag; no word of the axis stands there.
void paintTimeAxis(const LaneContext &context, const QRectF &area, const QRectF &taken);
// Paints where something is violated, through all lanes.
void paintViolations(const LaneContext &context, double top, double bottom);
// Paints the edges of the checks' violations, over the lanes.
void paintViolationEdges(const LaneContext &context, double top, double bottom);
// Where the moment of the cursor stands on the axis; empty: it is not in view.
QRectF cursorFlag(const LaneContext &context, Moment at, const QRectF &axis);
// Paints a line through all lanes, and its moment on the axis.
void paintCursor(const LaneContext &context, Moment at, const QRectF &axis, double bottom);

} // namespace lockstep

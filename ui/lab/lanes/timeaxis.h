#pragma once

#include "ui/lab/drawing/lanecontext.h"

namespace lockstep {

// Paints the axis that all lanes share: times, or the numbers of steps. taken: the area of the
// cursor's flag, which stays free of other labels.
void paintTimeAxis(const LaneContext &context, const QRectF &area, const QRectF &taken);
// Paints where something is violated, through all lanes.
void paintViolations(const LaneContext &context, double top, double bottom);
// Paints the edges of the checks' violations, over the lanes but not over what is written there.
void paintViolationEdges(
    const LaneContext &context, double top, double bottom, const std::vector<QRectF> &written);
// The area of the cursor's flag, with its moment, on the axis. Empty if the cursor is out of view.
QRectF cursorFlag(const LaneContext &context, Moment at, const QRectF &axis);
// Paints a line through all lanes, but not through what is written there, and its moment on the
// axis.
void paintCursor(const LaneContext &context, Moment at, const QRectF &axis, double bottom,
    const std::vector<QRectF> &written);

} // namespace lockstep

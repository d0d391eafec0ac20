#pragma once

#include "ui/lab/drawing/lanecontext.h"

namespace lockstep {

// The axis of a stepped run: a column for each step. taken: the area
// of the cursor's flag, which stays free of other labels.
void paintStepAxis(const LaneContext &context, const QRectF &area, const QRectF &taken);
// The label of the column that ends at that moment, or its number if it has no label.
QString stepWords(const LaneContext &context, Moment at);
// The area of the cursor's flag. It covers the column's name and ends at the cursor's line, which
// is the right edge of the column.
QRectF stepFlag(const LaneContext &context, Moment at, const QRectF &axis);
// Paints the wide columns in which only time passed, below the lanes.
void paintTimeSteps(const LaneContext &context, double top, double bottom);
// Paints a break in the line of the axis at each of these wide columns.
void paintBreaks(const LaneContext &context, const QRectF &axis);
// Marks the first step at which the run differs from the run beside it. step is counted from 1; 0
// marks nothing.
void paintDifference(const LaneContext &context, int step, const QRectF &axis, double bottom);

} // namespace lockstep

#pragma once

#include "ui/lab/drawing/lanecontext.h"

namespace lockstep {

// The axis of a stepped run: a column for each step. taken: where the flag of the cursor is.
void paintStepAxis(const LaneContext &context, const QRectF &area, const QRectF &taken);
// What the column is called that ends at that moment, or else its number.
QString stepWords(const LaneContext &context, Moment at);
// The flag of the cursor: over the name of the column, up to the cursor's line at its end.
QRectF stepFlag(const LaneContext &context, Moment at, const QRectF &axis);
// Paints the wide columns in which only time passed, below the lanes.
void paintTimeSteps(const LaneContext &context, double top, double bottom);
// Paints the break that each of these has in the line of the axis.
void paintBreaks(const LaneContext &context, const QRectF &axis);
// Marks where the run parts from the run beside it. step: from 1; 0: nowhere.
void paintDifference(const LaneContext &context, int step, const QRectF &axis, double bottom);

} // namespace lockstep

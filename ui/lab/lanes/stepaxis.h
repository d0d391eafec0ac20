#pragma once

#include "ui/lab/drawing/lanecontext.h"

namespace lockstep {

// The axis of a stepped run: a column for each step. taken: where the flag of the cursor is.
void paintStepAxis(const LaneContext &context, const QRectF &area, const QRectF &taken);
// Of the column that ends at that moment: its number, or what it is called.
QString stepWords(const LaneContext &context, Moment at);
// Over the column's name, up to the line of the cursor at its end.
QRectF stepFlag(const LaneContext &context, Moment at, const QRectF &axis);
// The wide columns in which only time passed, below the lanes.
void paintTimeSteps(const LaneContext &context, double top, double bottom);
// The break that each of them has in the line of the axis.
void paintBreaks(const LaneContext &context, const QRectF &axis);
// Where the run parts from the run beside it. step: from 1; 0: nowhere.
void paintDifference(const LaneContext &context, int step, const QRectF &axis, double bottom);

} // namespace lockstep

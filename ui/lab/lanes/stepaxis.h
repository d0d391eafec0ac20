#pragma once

#include "ui/lab/drawing/lanecontext.h"

namespace lockstep {

// The axis of a stepped run: a column for each step. taken: where the flag of the cursor is.
void paintStepAxis(const LaneContext &context, const QRectF &area, const QRectF &taken);
// Of the column that ends at that moment: its number, or what it is called.
QString stepWords(const LaneContext &context, Moment at);
// Over the column's name, up to the line of the cursor at its end.
QRectF stepFlag(const LaneContext &context, Moment at, const QRectF &axis);

} // namespace lockstep

#pragma once

#include "core/lab/history/history.h"

#include <QPointF>

#include <optional>

namespace lockstep {

class TimelinePicture;

// What the mouse points at in a timeline, and where the keys take the cursor.

constexpr double pointerReach = 6; // pixels: what is as near as that is meant

// The operation under a point; none: there is none.
quint32 operationAt(const TimelinePicture &picture, QPointF position);
// Of a stepped run, the one of the step that ends then; none: there is none.
quint32 operationOfStep(const TimelinePicture &picture, Moment at);

struct OperationPlace
{
    Moment called;
    quint32 operation;

    auto operator<=>(const OperationPlace &) const = default;
};
// The one after the cursor or before it, in time and then in number, of all lanes that are shown.
std::optional<OperationPlace> operationBeside(const TimelinePicture &picture, bool forward);
// When the violation after the cursor or before it begins.
std::optional<Moment> violationBeside(const TimelinePicture &picture, bool forward);

} // namespace lockstep

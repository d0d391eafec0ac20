#pragma once

#include "core/lab/history/history.h"

#include <QPointF>

#include <optional>

namespace lockstep {

class TimelinePicture;

// Finds what the mouse points at in a timeline, and where the keys move the cursor.

constexpr double pointerReach = 6; // pixels within which a thing counts as pointed at

// The operation under a point; `none` if there is none.
quint32 operationAt(const TimelinePicture &picture, QPointF position);
// The operation of the step of a stepped run that ends at this moment; `none` if there is none.
quint32 operationOfStep(const TimelinePicture &picture, Moment at);

// An operation in the order of the cursor keys: by time, then by number.
struct OperationPlace
{
    Moment called;
    quint32 operation;

    auto operator<=>(const OperationPlace &) const = default;
};
// The operation after or before the cursor, among all lanes that are shown; nothing if there is
// none.
std::optional<OperationPlace> operationBeside(const TimelinePicture &picture, bool forward);
// When the next or the previous violation begins, as seen from the cursor; nothing if there is
// none.
std::optional<Moment> violationBeside(const TimelinePicture &picture, bool forward);

} // namespace lockstep

#pragma once

// Which part of a timeline is on the picture.

#include "ui/lab/drawing/timelinegeometry.h"

namespace lockstep {

inline bool showsAll(const TimeScale &time)
{
    return time.from <= time.begin && time.until >= time.end;
}

inline bool isInView(const LaneStack &stack, const TimelineLane &lane)
{
    const double from = lane.scrolls ? stack.scrollTop : stack.viewTop;
    const double height = lane.scrolls ? stack.scrollHeight : stack.viewHeight;
    return stack.top(lane) + lane.height > from && stack.top(lane) < from + height;
}

} // namespace lockstep

#pragma once

#include "ui/lab/drawing/lanecontext.h"

namespace lockstep {

// Paints below a counter with a TTL for how long it has one, and where it has none and never ends.
void paintTtlStrip(const LaneContext &context, const KeyTrack &track, const QRectF &lane);

} // namespace lockstep

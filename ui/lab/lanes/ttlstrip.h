#pragma once

#include "ui/lab/drawing/lanecontext.h"

namespace lockstep {

// Paints a strip below a key that should have a TTL: when it has one, and when it has none and
// would never expire.
void paintTtlStrip(const LaneContext &context, const KeyTrack &track, const QRectF &lane);

} // namespace lockstep

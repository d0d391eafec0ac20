#pragma once

#include "core/watch/recorder/rows/objectstate.h"

#include <QString>

namespace lockstep {

// A moment to the millisecond, as "2026-11-28 03:12:00.000 UTC".
QString momentText(WallMilliseconds at);

// How late something was seen at most; it is rounded up, never down.
QString lateText(Milliseconds late);

} // namespace lockstep

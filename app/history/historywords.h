#pragma once

#include "core/watch/recorder/rows/objectstate.h"

#include <QString>

namespace lockstep {

// "2026-11-28 03:12:00.000 UTC".
QString momentText(WallMilliseconds at);

// How late something was seen at most: never less.
QString lateText(Milliseconds late);

// Why something was not seen, as RecordedGap::cause has it.
QString gapCauseText(const QString &cause);

} // namespace lockstep

#pragma once

#include "core/watch/recorder/objectstate.h"

#include <QDateTime>
#include <QString>

namespace lockstep {

// A moment as somebody types it: a date with a time of day, "2026-11-28T03:12:00" or "2026-11-28
// 03:12", by now's time zone unless it ends with Z or an offset; a time of day, "03:12" or
// "03:12:30.5": that of now's day; "-2h", "-90s", "-1.5d": so long before now. Nothing: it is none.
std::optional<WallMilliseconds> momentFrom(const QString &text, const QDateTime &now);

} // namespace lockstep

#pragma once

#include "core/watch/recorder/objectstate.h"

#include <QDateTime>
#include <QString>

namespace lockstep {

// Reads a moment as a person types it:
// - a date with a time of day, "2026-11-28T03:12:00" or "2026-11-28 03:12", in the time zone of
//   `now` unless it ends with Z or an offset;
// - a time of day, "03:12" or "03:12:30.5", on the day of `now`;
// - a time before `now`: "-2h", "-90s", "-1.5d".
// Returns nothing if the text is none of these.
std::optional<WallMilliseconds> momentFrom(const QString &text, const QDateTime &now);

} // namespace lockstep

#pragma once

#include "core/watch/recorder/rows/objectstate.h"

#include <QDateTime>
#include <QString>
#include <QTimeZone>

#include <tl/expected.hpp>

namespace lockstep {

enum class MomentFault : quint8 {
    NotATime,
    Twice, // The clocks were set back over it: there were two such moments.
    Never, // The clocks were set forward over it: there was none.
};

// Reads a moment as a person types it:
// - a date with a time of day, "2026-11-28T03:12:00" or "2026-11-28 03:12", in the time zone unless
//   it ends with Z or an offset;
// - a time of day, "03:12" or "03:12:30.5", on the day that `now` is in the time zone, or with a Z
//   at its end in UTC;
// - a time before `now`: "-2h", "-90s", "-1.5d".
tl::expected<WallMilliseconds, MomentFault> momentFrom(
    const QString &text, const QDateTime &now, const QTimeZone &zone);

} // namespace lockstep

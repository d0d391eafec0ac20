#include "core/watch/values/timeunit.h"

#include <cmath>

namespace lockstep {

namespace {

// Instants are counted in nanoseconds, and 63 bits of them are 292 years. Keys hold what anybody
// wrote: a time, a window and the distance from now have to fit together.
constexpr double latestSecond = 6e9; // in the year 2160; the earliest is in 1779
constexpr double longestWindow = 36'525.0 * 86'400'000; // ms

constexpr double epochOf2017 = 1483228800; // 2017-01-01T00:00:00Z

double epoch(TimeUnit unit)
{
    return unit == TimeUnit::SecondSince2017 ? epochOf2017 : 0;
}

} // namespace

QStringList timeUnitNames()
{
    return {QStringLiteral("seconds"), QStringLiteral("milliseconds"),
        QStringLiteral("microseconds"), QStringLiteral("nanoseconds"),
        QStringLiteral("seconds since 2017")};
}

QByteArray scoreOf(WallTime time, TimeUnit unit)
{
    return QByteArray::number(numberFrom(time, unit), 'f', 3);
}

double perSecond(TimeUnit unit)
{
    switch (unit) {
    case TimeUnit::Second:
    case TimeUnit::SecondSince2017:
        break;
    case TimeUnit::Millisecond:
        return 1e3;
    case TimeUnit::Microsecond:
        return 1e6;
    case TimeUnit::Nanosecond:
        return 1e9;
    }
    return 1;
}

WallTime timeFrom(double number, TimeUnit unit)
{
    const double seconds = number / perSecond(unit) + epoch(unit);
    if (!std::isfinite(seconds) || std::abs(seconds) > latestSecond)
        return {};
    return WallTime(std::chrono::microseconds(std::llround(seconds * 1e6))); // all a double holds
}

double numberFrom(WallTime time, TimeUnit unit)
{
    const double seconds = std::chrono::duration<double>(time.time_since_epoch()).count();
    return (seconds - epoch(unit)) * perSecond(unit);
}

std::optional<std::chrono::milliseconds> windowFrom(double milliseconds)
{
    if (!(milliseconds > 0) || milliseconds > longestWindow)
        return std::nullopt;
    return std::chrono::milliseconds(std::llround(milliseconds));
}

} // namespace lockstep

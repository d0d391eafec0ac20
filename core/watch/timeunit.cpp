#include "core/watch/timeunit.h"

#include <cmath>

namespace lockstep {

namespace {

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
    if (!std::isfinite(seconds)
        || std::abs(seconds) > 9e9) // the nanoseconds have to fit into 63 bits
        return {};
    return WallTime(std::chrono::microseconds(std::llround(seconds * 1e6))); // all a double holds
}

double numberFrom(WallTime time, TimeUnit unit)
{
    const double seconds = std::chrono::duration<double>(time.time_since_epoch()).count();
    return (seconds - epoch(unit)) * perSecond(unit);
}

} // namespace lockstep

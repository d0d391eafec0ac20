#pragma once

#include <QStringList>

#include <chrono>
#include <optional>

namespace lockstep {

using WallTime = std::chrono::system_clock::time_point; // of the server

// How libraries write a moment into a key.
enum class TimeUnit : quint8 {
    Second, // since 1970
    Millisecond,
    Microsecond,
    Nanosecond,
    SecondSince2017, // redis_rate: 2017-01-01, which keeps a double exact
};

QStringList timeUnitNames(); // in the order of the enumerators
WallTime timeFrom(double number, TimeUnit unit); // what does not fit ends up in 1970
double numberFrom(WallTime time, TimeUnit unit);
QByteArray scoreOf(WallTime time, TimeUnit unit); // as a bound of ZCOUNT
double perSecond(TimeUnit unit); // 1000 for milliseconds
// A window of that many milliseconds. Nothing if it is not positive or longer than a century. A
// shorter one can be added to a time from timeFrom() without overflow.
std::optional<std::chrono::milliseconds> windowFrom(double milliseconds);

} // namespace lockstep

#pragma once

#include "core/watch/readers/reader.h"

#include <QByteArrayView>

namespace lockstep {

// Many limiters write their window, or even their limit, into the name of the key.
enum class KeyWindowKind : quint8 {
    None,
    AmountAndUnit, // limits: …/<amount>/<multiples>/<unit>
    StartAndUnit, // Kong: …:<start, ms>:[<name>:]<unit>
    Number, // a part N of the name with now / N near a round window: rack-attack, Upstash, Sentry,
            // …
    StartSecond, // the last part is the second in which the window began: Envoy
    Second, // the last part is the second that is counted: <ip>:<second>
    Ticks, // Foundatio: the last part is the start in 100 ns since year 1
};
QStringList keyWindowNames(); // in the order of the enumerators

struct KeyWindow
{
    std::optional<double> limit;
    std::optional<Milliseconds> window;
    std::optional<WallTime> ends;
};

// ttl: of the key, for kinds whose name tells the start and not the length. Nothing if the name has
// no such part.
std::optional<KeyWindow> keyWindow(
    KeyWindowKind kind, QByteArrayView key, WallTime now, std::optional<Milliseconds> ttl);

} // namespace lockstep

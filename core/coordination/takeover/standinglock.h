#pragma once

#include <QByteArray>

#include <chrono>
#include <optional>

namespace lockstep {

// A lock as it stands on the server, whatever library took it: a string that is the holder's token,
// or Redisson's hash with the holder as its field.
struct StandingLock
{
    QByteArray token;
    std::optional<std::chrono::milliseconds> ttl; // empty: it never ends by itself
    qint64 holds = 1; // how often the holder has entered it
    bool isHash = false;

    friend bool operator==(const StandingLock &, const StandingLock &) = default;
};

enum class Takeover : quint8 {
    Released,
    ReleasedUnheard, // it is free, but its waiters could not be woken: PUBLISH is not permitted
    NotHeld // somebody else holds it by now, or nobody; nothing was done
};

} // namespace lockstep

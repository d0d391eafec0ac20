#pragma once

#include <QByteArray>

#include <chrono>
#include <optional>

namespace lockstep {

// A lock as it exists on the server, whatever library took it: a string with the holder's token, or
// Redisson's hash with the holder as its field.
struct StandingLock
{
    QByteArray token;
    std::optional<std::chrono::milliseconds> ttl; // nothing if it never expires
    qint64 holds = 1; // how many times the holder has entered it
    bool isHash = false;

    friend bool operator==(const StandingLock &, const StandingLock &) = default;
};

// The outcome of taking a lock away.
enum class Takeover : quint8 {
    Released,
    // It is free, but its waiters could not be woken because PUBLISH is not permitted.
    ReleasedUnheard,
    NotHeld // somebody else holds it by now, or nobody does; nothing was done
};

} // namespace lockstep

#pragma once

#include "core/watch/values/reading.h"
#include "core/watch/values/timeunit.h"

#include <QByteArrayView>

namespace lockstep {

// The shapes of what lock libraries write to say who holds a lock.
enum class TokenShape : quint8 {
    None, // could be anything
    HexUuid1, // redis-py: 32 hex digits of a time-based UUID: time and MAC address
    HexUuid, // 32 hex digits, another version
    Hex32, // node-redlock
    Hex64, // php-lock
    Uniqid, // redlock-php: 13 hex digits, seconds and microseconds
    Uuid, // with dashes; may have a suffix, as redis-semaphore writes it
    UuidAndNumber, // Redisson: client and thread; BullMQ: worker and its counter
    Base64Uuid1, // warlock: a time-based UUID in base64
    Base64, // redsync and others: 16 or 18 random bytes
    Alphanumeric, // 16, 20 or 22 letters and digits
    Base64Url, // bsm/redislock: 22 characters, then what the caller adds
    Raw, // 16 to 32 bytes that are not text; rueidislock: 24, walrus: 32
    ShedLock, // ADDED:<time>@<host>:<uuid>
    MachineProcessGuid, // madelson: <machine>_<pid>_<32 hex>
    HostAndProcess, // <host>|<pid>, <host>:<pid>
    Ticks, // ASP.NET: 100 ns since year 1, when it was acquired
    EpochSeconds, // digits that are a time of this century, with or without a fraction
    EpochMilliseconds,
};

// now: the server's. A time-based UUID, or a uniqid, is one only if its time is about now: of
// random hex digits one in 64 looks like such a UUID otherwise, and any thirteen look like a
// uniqid.
TokenShape tokenShape(QByteArrayView token, WallTime now = std::chrono::system_clock::now());
// Whether the token is a time (EpochSeconds or EpochMilliseconds) that is about now.
bool isPresentTime(QByteArrayView token, WallTime now);
// What the token tells about its holder. hint: the shape, if the format is known and the token
// alone would be ambiguous; None to find it out.
Holder holderFromToken(const QByteArray &token, TokenShape hint = TokenShape::None,
    WallTime now = std::chrono::system_clock::now());

} // namespace lockstep

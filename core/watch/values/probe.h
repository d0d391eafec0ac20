#pragma once

#include "core/watch/values/ttl.h"

#include <QByteArray>

#include <chrono>
#include <utility>
#include <vector>

namespace lockstep {

enum class KeyType : quint8 { None, String, List, Set, SortedSet, Hash, Stream, Other };

// The server's clock against ours, measured with TIME.
struct ServerTime
{
    Instant at{}; // our clock
    std::chrono::system_clock::time_point server{}; // the server's at that instant
    Instant::duration error{}; // the true time may be earlier or later by this
};

// A jump of a clock, after which deadlines that were read before may be wrong.
struct ClockJump
{
    Instant since; // the last moment at which all clocks were known to be right
    // How long this machine slept, which Instant does not count; 0 if the server's clock was set
    // instead.
    std::chrono::nanoseconds slept{};
    [[nodiscard]] bool isSleep() const { return slept.count() > 0; }
};

// A bounded first look at a key whose format is not known yet: enough to recognise it. It usually
// takes less than a kilobyte, and about 128 KiB at most, but for one giant element that the samples
// of MEMORY USAGE missed (prober.cpp).
struct Probe
{
    QByteArray key;
    KeyType type = KeyType::None;
    Ttl ttl;
    qint64 size = 0; // STRLEN, LLEN, SCARD, ZCARD, HLEN
    QByteArray text; // String: its first 256 bytes
    std::vector<std::pair<QByteArray, QByteArray>>
        fields; // Hash of at most 64 small fields: all of them
    std::vector<std::pair<QByteArray, double>>
        members; // SortedSet: the lowest and the 3 highest by score
    std::vector<QByteArray> elements; // List: the first 4
};

} // namespace lockstep

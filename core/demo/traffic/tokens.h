#pragma once

#include <QByteArray>

#include <chrono>

namespace lockstep {

// 8-4-4-4-12 from 32 hex digits.
QByteArray withDashes(const QByteArray &hex);

// What redis-py writes into its locks, uuid1().hex: 32 hex digits that carry the time at which
// acquire() began and the MAC address of the host (RFC 4122, version 1).
QByteArray pythonToken(
    std::chrono::system_clock::time_point began, quint64 macAddress, quint16 clockSequence);

// Milliseconds since 1970, as clients with a clock of their own write them.
qint64 epochMilliseconds();

} // namespace lockstep

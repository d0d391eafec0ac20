#pragma once

#include <QByteArray>

#include <chrono>

namespace lockstep {

// Puts dashes into 32 hex digits: 8-4-4-4-12.
QByteArray withDashes(const QByteArray &hex);

// The token that redis-py writes into its locks, uuid1().hex: 32 hex digits with the time at which
// acquire() began and the MAC address of the host (RFC 4122, version 1).
QByteArray pythonToken(
    std::chrono::system_clock::time_point began, quint64 macAddress, quint16 clockSequence);

// Milliseconds since 1970 by the clock of this machine, as clients write them.
qint64 epochMilliseconds();

} // namespace lockstep

#pragma once

#include <QString>

#include <chrono>

namespace lockstep {

// What a test of a connection finds out about the server at its other end.
struct ServerSummary
{
    QString program; // "redis 7.0.15"; empty if the server does not tell it to this user
    bool isRoleKnown = false;
    bool isReplica = false;
    bool isClusterNode = false;
    QString namedBySentinels; // its address, as "db2:6379"; empty if no Sentinels were asked
    std::chrono::microseconds roundTrip{0}; // of one PING

    friend bool operator==(const ServerSummary &, const ServerSummary &) = default;
};

} // namespace lockstep

#pragma once

#include "core/redis/connection/connection.h"

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

// connection: is open. What the user may not ask stays empty and is no error.
// Errors: those of a connection that is lost, or that does not answer in time.
QCoro::Task<Result<ServerSummary>> askSummary(Connection *connection);

} // namespace lockstep

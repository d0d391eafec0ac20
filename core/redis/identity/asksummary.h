#pragma once

#include "core/redis/connection/connection.h"
#include "core/redis/identity/serversummary.h"

namespace lockstep {

// connection: is open. What the user may not ask stays empty and is no error.
// Errors: those of a connection that is lost, or that does not answer in time.
QCoro::Task<Result<ServerSummary>> askSummary(Connection *connection);

} // namespace lockstep

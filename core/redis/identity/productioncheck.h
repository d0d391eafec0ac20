#pragma once

#include "core/redis/connection/connection.h"
#include "core/redis/identity/productionservers.h"

namespace lockstep {

// Sends INFO, and CLUSTER MYID to a node of a Cluster. What this user may not ask, or what a proxy
// does not answer, stays unknown. Errors: those of Connection::request(), but for refusals.
QCoro::Task<Result<ServerIdentity>> askIdentity(Connection *connection);

// Asks the server who it is, and refuses one that is marked as production. Whatever changes a
// server of the user's asks here first, on the connection that it is going to use.
// Errors: ProductionServer; Cancelled, where the connection was deleted meanwhile; those of
// askIdentity().
QCoro::Task<Result<ServerIdentity>> refuseProduction(
    Connection *connection, ProductionServers marks);

} // namespace lockstep

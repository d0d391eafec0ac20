#include "core/lab/freerun/rounds/runplace.h"

#include "core/redis/identity/productionservers.h"

namespace lockstep {

Result<RunPlace> RunPlace::onUsersServer(const Endpoint &server, const ServerIdentity &identity,
    ProductionServers production, const std::function<bool()> &userConsents)
{
    if (production.recognise(server, identity))
        return failure(ErrorCode::ProductionServer);
    if (!userConsents())
        return failure(ErrorCode::Cancelled);
    RunPlace place;
    place.m_usersServer = server;
    return place;
}

} // namespace lockstep

#include "core/lab/runplace.h"

#include "core/redis/productionservers.h"

namespace lockstep {

Result<RunPlace> RunPlace::onUsersServer(const Endpoint &server,
    const ProductionServers &production, const std::function<bool()> &userConsents)
{
    if (production.contains(server))
        return failure(ErrorCode::ProductionServer);
    if (!userConsents())
        return failure(ErrorCode::Cancelled);
    RunPlace place;
    place.m_usersServer = server;
    return place;
}

} // namespace lockstep

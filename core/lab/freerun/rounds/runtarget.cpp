#include "core/lab/freerun/rounds/runtarget.h"

#include "core/redis/identity/productionservers.h"

namespace lockstep {

Result<RunTarget> RunTarget::onUsersServer(const Endpoint &server, const ServerIdentity &identity,
    ProductionServers production, const std::function<bool()> &userConsents)
{
    if (production.recognise(server, identity))
        return tl::unexpected(production.refusal());
    if (!userConsents())
        return failure(ErrorCode::Cancelled);
    RunTarget place;
    place.m_usersServer = server;
    return place;
}

} // namespace lockstep

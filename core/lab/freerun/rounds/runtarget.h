#pragma once

#include "core/redis/values/endpoint.h"
#include "core/redis/values/error.h"

#include <functional>
#include <optional>

namespace lockstep {

class ProductionServers;
struct ServerIdentity;

// The servers on which a free run takes place. A value of this type proves that the run may take
// place there, because onUsersServer() is the only way to make one for a server of the user's.
class RunTarget
{
public:
    // The lab's own servers, which are started for the run.
    RunTarget() = default;

    // A server of the user's. identity: what the server has said about itself. userConsents asks
    // the user, or returns what the user has answered; it is not called if the server must not be
    // used anyway. Errors: ProductionServer (the server is marked as one), Cancelled (the user does
    // not consent).
    static Result<RunTarget> onUsersServer(const Endpoint &server, const ServerIdentity &identity,
        ProductionServers production, const std::function<bool()> &userConsents);

    // The server of the user's; nothing: the lab's own.
    [[nodiscard]] const std::optional<Endpoint> &usersServer() const { return m_usersServer; }

private:
    std::optional<Endpoint> m_usersServer;
};

} // namespace lockstep

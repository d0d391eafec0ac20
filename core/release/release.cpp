#include "core/release/release.h"

#include "core/coordination/takeover/takeover.h"

#include <QPointer>

namespace lockstep {

QCoro::Task<ReleaseReport> releaseLock(Connection *connection, ProductionServers production,
    ReleaseAudit audit, QByteArray key, StandingLock lock)
{
    const QPointer<Connection> alive(connection);
    const Endpoint endpoint = connection->endpoint();
    const auto server = co_await refuseProduction(connection, production);
    if (!server)
        co_return ReleaseReport{tl::unexpected(server.error()), {}};
    if (!alive)
        co_return ReleaseReport{failure(ErrorCode::Cancelled), {}};
    const Result<Takeover> outcome = co_await takeLockAway(connection, key, lock);
    const ReleaseRecord record{endpoint, *server, key, lock, outcome};
    co_return ReleaseReport{outcome, audit.append(record)};
}

} // namespace lockstep

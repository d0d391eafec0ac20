#include "core/lab/statespace/state/explorationlimits.h"

#include "core/lab/scenario/boundnames.h"
#include "core/redis/values/coretext.h"

namespace lockstep {

namespace {

constexpr int mostClients = 100; // PackedStep has 8 bits for the client

} // namespace

Result<void> checkExploreOptions(const Scenario &scenario, const ExploreOptions &options)
{
    const auto refuse = [](const QString &words) { return failure(ErrorCode::BadInput, words); };
    const int clients = scenario.clientCount(options.settings);
    if (clients > mostClients)
        return refuse(
            CoreText::tr("%1 clients: at most %2 can be stepped").arg(clients).arg(mostClients));
    const Bounds &bounds = options.bounds;
    if (bounds.lostRequests != 0 && scenario.nodes == 1)
        return refuse(CoreText::tr("requests are lost on the way to one of several servers; "
                                   "this scenario has one"));
    if (bounds.failovers != 0 && !scenario.replica)
        return refuse(CoreText::tr("a failover needs a replica that takes over; this scenario "
                                   "has none, so 0 failovers are possible"));
    for (const Bound &each : allBounds) {
        const int bound = bounds.*each.value;
        if (bound < 0 || bound > Bounds::most)
            return refuse(
                CoreText::tr("a bound of %1: possible are 0 to %2").arg(bound).arg(Bounds::most));
    }
    return {};
}

} // namespace lockstep

#include "core/lab/labservers.h"

namespace lockstep {

Result<std::unique_ptr<LabServers>> LabServers::start(
    int nodes, bool replica, int clients, bool tcp)
{
    constexpr int connectionsOfOurs = 64; // beside the clients
    auto servers = std::make_unique<LabServers>();
    Sandbox::Options options;
    options.tcp = tcp || replica;
    // A client may have a connection for itself and one for its subscriptions, and spawn threads.
    options.extraArguments = {QStringLiteral("--maxclients"),
        QString::number(connectionsOfOurs + 3 * clients), QStringLiteral("--tcp-backlog"),
        QStringLiteral("4096")};
    if (replica)
        options.extraArguments << QStringLiteral("--repl-diskless-sync-delay")
                               << QStringLiteral("0");
    for (int place = 0; place < nodes + (replica ? 1 : 0); ++place) {
        auto sandbox = Sandbox::launch(options);
        if (!sandbox)
            return tl::unexpected(sandbox.error());
        servers->m_sandboxes.push_back(std::move(*sandbox));
    }
    for (const auto &sandbox : servers->m_sandboxes) {
        if (const auto ready = sandbox->waitUntilReady(); !ready)
            return tl::unexpected(ready.error());
    }
    return servers;
}

std::vector<Endpoint> LabServers::endpoints() const
{
    std::vector<Endpoint> all;
    for (const auto &sandbox : m_sandboxes)
        all.push_back(sandbox->endpoint());
    return all;
}

std::vector<Endpoint> LabServers::tcpEndpoints() const
{
    std::vector<Endpoint> all;
    for (const auto &sandbox : m_sandboxes)
        all.push_back(sandbox->tcpEndpoint());
    return all;
}

Result<void> LabServers::restart(int place)
{
    kill(place);
    return m_sandboxes[size_t(place)]->launchAgain();
}

} // namespace lockstep

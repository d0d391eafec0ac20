// Part of StateSpace. The processes of a state space's own servers, and what befalls them. What a
// process that has come in place of another holds is read back: a state is what a server says.

#include "core/lab/statespace/statespace.h"

#include "core/redis/privateserver/privateserver.h"

#include <hiredis/hiredis.h>

#include <thread>

namespace lockstep {

namespace {

constexpr auto longestCopy = std::chrono::seconds(20);

// Until the replica holds what its primary held when it came.
Result<void> awaitCopy(BlockingConnection &replica)
{
    const auto limit = std::chrono::steady_clock::now() + longestCopy;
    while (std::chrono::steady_clock::now() < limit) {
        replica.append("*2\r\n$4\r\nINFO\r\n$11\r\nreplication\r\n");
        const auto reply = replica.readPlain();
        if (!reply)
            return tl::unexpected(reply.error());
        if (QByteArrayView((*reply)->str, qsizetype((*reply)->len)).contains("link_status:up"))
            return {};
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return failure(ErrorCode::CommandTimeout, QStringLiteral("a replica does not get its copy"));
}

// Replicas copy over TCP.
PrivateServer::Options serverOptions(const Scenario &scenario)
{
    PrivateServer::Options options;
    options.clock = PrivateServer::Clock::StandsStill;
    options.tcp = scenario.replica;
    if (scenario.replica)
        options.extraArguments = {
            QStringLiteral("--repl-diskless-sync-delay"), QStringLiteral("0")};
    return options;
}

} // namespace

Result<std::vector<Endpoint>> StateSpace::startServers()
{
    std::vector<Endpoint> endpoints;
    for (int node = 0; node < nodes(); ++node) {
        auto server = PrivateServer::launch(serverOptions(*m_scenario));
        if (!server)
            return tl::unexpected(server.error());
        m_servers.push_back(std::move(*server));
    }
    for (const auto &server : m_servers) {
        if (const auto ready = server->waitUntilReady(); !ready)
            return tl::unexpected(ready.error());
        endpoints.push_back(server->endpoint());
    }
    return endpoints;
}

qint64 StateSpace::serverProcess(int node) const
{
    return m_servers[size_t(node)]->processId();
}

Endpoint StateSpace::serverEndpoint(int node) const
{
    return m_servers[size_t(node)]->endpoint();
}

// A new process, without a key and without a connection: what the state says is then what the
// server says. Those who have subscribed do so again before the next command.
Result<void> StateSpace::restart(int node, qint64 clock)
{
    if (!m_executesFaults || m_servers.empty())
        return {};
    PrivateServer &server = *m_servers[size_t(node)];
    server.kill();
    if (const auto launched = server.launchAgain(); !launched)
        return launched;
    if (const auto ready = server.waitUntilReady(); !ready)
        return ready;
    return m_nodes[size_t(node)]->replaced(server.endpoint(), 0, clock);
}

// A replica copies the primary by Redis' own replication, the primary is killed, the replica takes
// over. Which write it has not heard of is only known now, when a replica that had been there all
// the time would long have copied it: so it starts now, and the primary is put back to what it held
// before that write while it is being copied.
Result<void> StateSpace::failOver(quint32 dataset, qint64 clock)
{
    if (!m_executesFaults || m_servers.empty())
        return {};
    if (const auto restored = m_nodes[0]->restore(dataset, clock); !restored)
        return restored;
    PrivateServer::Options options = serverOptions(*m_scenario);
    options.extraArguments << QStringLiteral("--replicaof") << QStringLiteral("127.0.0.1")
                           << QString::number(m_servers[0]->tcpEndpoint().port);
    auto replica = PrivateServer::start(options);
    if (!replica)
        return tl::unexpected(replica.error());
    auto connection = BlockingConnection::open((*replica)->endpoint());
    if (!connection)
        return tl::unexpected(connection.error());
    if (const auto copied = awaitCopy(**connection); !copied)
        return copied;
    m_servers[0]->kill();
    (*connection)->append("*3\r\n$9\r\nREPLICAOF\r\n$2\r\nNO\r\n$3\r\nONE\r\n");
    if (const auto promoted = (*connection)->readPlain(); !promoted)
        return tl::unexpected(promoted.error());
    m_servers[0] = std::move(*replica);
    return m_nodes[0]->replaced(m_servers[0]->endpoint(), dataset, clock);
}

} // namespace lockstep

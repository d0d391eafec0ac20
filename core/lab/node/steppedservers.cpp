// When another process has taken the place of a node, what it holds is read back and compared with
// the state, instead of being taken for granted.

#include "core/lab/node/steppedservers.h"

#include "core/lab/wire/replywire.h"
#include "core/lab/wire/requestwire.h"
#include "core/lab/wire/serverinfo.h"
#include "core/redis/privateserver/privateserver.h"
#include "core/redis/values/coretext.h"

#include <hiredis/hiredis.h>

#include <thread>

namespace lockstep {

namespace {

constexpr auto longestCopy = std::chrono::seconds(20);

// Waits until the replica holds what its primary held when the replica connected.
Result<void> awaitCopy(BlockingConnection &replica)
{
    const auto limit = std::chrono::steady_clock::now() + longestCopy;
    while (std::chrono::steady_clock::now() < limit) {
        replica.append(wireOf({"INFO", "replication"}));
        const auto reply = replica.readPlain();
        if (!reply)
            return tl::unexpected(reply.error());
        if (textOf(**reply).contains("link_status:up"))
            return {};
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return failure(ErrorCode::CommandTimeout, CoreText::tr("a replica does not get its copy"));
}

// Servers that have a replica listen on TCP, because replicas copy over it.
PrivateServer::Options processOptions(bool replica)
{
    PrivateServer::Options options;
    options.clock = PrivateServer::Clock::StandsStill;
    options.tcp = replica;
    if (replica)
        options.extraArguments = {
            QStringLiteral("--repl-diskless-sync-delay"), QStringLiteral("0")};
    return options;
}

} // namespace

Result<std::unique_ptr<SteppedServers>> SteppedServers::start(int count, bool replica)
{
    std::unique_ptr<SteppedServers> servers(new SteppedServers);
    for (int node = 0; node < count; ++node) {
        auto process = PrivateServer::launch(processOptions(replica));
        if (!process)
            return tl::unexpected(process.error());
        servers->m_processes.push_back(std::move(*process));
    }
    for (const auto &process : servers->m_processes) {
        if (const auto ready = process->waitUntilReady(); !ready)
            return tl::unexpected(ready.error());
        servers->m_endpoints.push_back(process->endpoint());
    }
    return servers;
}

SteppedServers::SteppedServers(std::vector<Endpoint> endpoints)
    : m_endpoints(std::move(endpoints))
{
}

SteppedServers::~SteppedServers() = default;

Result<void> SteppedServers::begin(const SteppedServer::Options &options, DatasetTable &datasets,
    InternedTexts &channels, InternedTexts &replies)
{
    for (const Endpoint &endpoint : m_endpoints) {
        m_servers.push_back(std::make_unique<SteppedServer>(options, datasets, channels, replies));
        if (const auto begun = m_servers.back()->begin(endpoint); !begun)
            return begun;
    }
    return {};
}

Result<QByteArray> SteppedServers::name()
{
    const auto information = m_servers[0]->ask(wireOf({"INFO", "server"}));
    if (!information)
        return tl::unexpected(information.error());
    return serverName({(*information)->str, (*information)->len});
}

const CommandTable &SteppedServers::commands() const
{
    return m_servers[0]->commands();
}

qint64 SteppedServers::processId(int node) const
{
    return m_processes[size_t(node)]->processId();
}

Endpoint SteppedServers::endpoint(int node) const
{
    return m_processes[size_t(node)]->endpoint();
}

// Starts a new process, which has no keys and no connections. Subscriptions are opened again before
// the next command.
Result<void> SteppedServers::restart(int node, qint64 clock)
{
    if (!m_executesFaults || m_processes.empty())
        return {};
    PrivateServer &process = *m_processes[size_t(node)];
    process.kill();
    if (const auto launched = process.launchAgain(); !launched)
        return launched;
    if (const auto ready = process.waitUntilReady(); !ready)
        return ready;
    return m_servers[size_t(node)]->replaced(process.endpoint(), 0, clock);
}

// A replica copies the primary by Redis' own replication, the primary is killed, and the replica
// takes over. Which write has not reached the replica is decided by this step; a replica that had
// been there all the time would have copied that write long ago. So the primary is first put back
// to what it held before the write, and then a replica is started that copies it.
Result<void> SteppedServers::failOver(quint32 dataset, qint64 clock)
{
    if (!m_executesFaults || m_processes.empty())
        return {};
    if (const auto restored = m_servers[0]->restore(dataset, clock); !restored)
        return restored;
    PrivateServer::Options options = processOptions(true);
    options.extraArguments << QStringLiteral("--replicaof") << QStringLiteral("127.0.0.1")
                           << QString::number(m_processes[0]->tcpEndpoint().port);
    auto replica = PrivateServer::start(options);
    if (!replica)
        return tl::unexpected(replica.error());
    auto connection = BlockingConnection::open((*replica)->endpoint());
    if (!connection)
        return tl::unexpected(connection.error());
    if (const auto copied = awaitCopy(**connection); !copied)
        return copied;
    m_processes[0]->kill();
    (*connection)->append(wireOf({"REPLICAOF", "NO", "ONE"}));
    if (const auto promoted = (*connection)->readPlain(); !promoted)
        return tl::unexpected(promoted.error());
    m_processes[0] = std::move(*replica);
    return m_servers[0]->replaced(m_processes[0]->endpoint(), dataset, clock);
}

} // namespace lockstep

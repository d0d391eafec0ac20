#pragma once

#include "core/lab/node/steppedserver.h"
#include "core/lab/wire/commandtable.h"

namespace lockstep {

class PrivateServer;

// All servers of a stepped run, by node, and the faults of their processes where these are its own.
// Blocks; belongs to one thread.
class SteppedServers
{
public:
    // Processes of its own. replica: they can be copied, over TCP. Errors: those of PrivateServer.
    static Result<std::unique_ptr<SteppedServers>> start(int count, bool replica);
    // Servers of somebody else, on unix sockets, to be emptied.
    explicit SteppedServers(std::vector<Endpoint> endpoints);
    ~SteppedServers();
    Q_DISABLE_COPY_MOVE(SteppedServers)

    // Once, before what follows. The tables outlive this. Errors: those of SteppedServer::begin().
    Result<void> begin(const SteppedServer::Options &options, DatasetTable &datasets,
        InternedTexts &channels, InternedTexts &replies);
    [[nodiscard]] SteppedServer &operator[](int node) { return *m_servers[size_t(node)]; }
    Result<QByteArray> name(); // and version
    const CommandTable &commands() const; // asks as long as this exists

    // Restarts and failovers are those of the processes, where these are its own; else a node is
    // given what it would hold then. Takes some hundredths of a second each.
    void executeFaults(bool execute) { m_executesFaults = execute; }
    Result<void> restart(int node, qint64 clock);
    // dataset: what the replica of node 0 holds.
    Result<void> failOver(quint32 dataset, qint64 clock);

    // The process of a node's server, if it was started here.
    [[nodiscard]] qint64 processId(int node) const;
    [[nodiscard]] Endpoint endpoint(int node) const;

private:
    SteppedServers() = default;

    std::vector<std::unique_ptr<PrivateServer>> m_processes; // none: they are somebody else's
    std::vector<Endpoint> m_endpoints; // at the beginning
    std::vector<std::unique_ptr<SteppedServer>> m_servers;
    bool m_executesFaults = false;
};

} // namespace lockstep

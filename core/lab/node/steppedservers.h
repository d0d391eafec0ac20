#pragma once

#include "core/lab/node/steppedserver.h"
#include "core/lab/wire/commandtable.h"

namespace lockstep {

class PrivateServer;

// All servers of a stepped run, by node, and their restarts and failovers. Functions block until
// the servers have answered; an object belongs to one thread.
class SteppedServers
{
public:
    // Starts private servers, which end with this object. replica: they listen on TCP as well, so
    // that a replica can copy node 0. Errors: those of PrivateServer.
    static Result<std::unique_ptr<SteppedServers>> start(int count, bool replica);
    // Uses servers that somebody else has started, on unix sockets. begin() empties them.
    explicit SteppedServers(std::vector<Endpoint> endpoints);
    ~SteppedServers();
    Q_DISABLE_COPY_MOVE(SteppedServers)

    // Must be called once, before the functions below. The tables outlive this object. Errors:
    // those of SteppedServer::begin().
    Result<void> begin(const SteppedServer::Options &options, DatasetTable &datasets,
        InternedTexts &channels, InternedTexts &replies);
    [[nodiscard]] SteppedServer &operator[](int node) { return *m_servers[size_t(node)]; }
    // Returns the name of node 0's server with its version, such as "redis 7.0.15". Errors: those
    // of a connection.
    Result<QByteArray> name();
    // The commands of node 0. The table asks that server, so it must not outlive this object.
    const CommandTable &commands() const;

    // Whether restart() and failOver() really restart and replace processes, which takes some
    // hundredths of a second each; only processes that were started here. Otherwise they do
    // nothing, and the next command finds the node restored to what it would hold then.
    void setExecutesFaults(bool executes) { m_executesFaults = executes; }
    // clock, here and below: the time of the server afterwards, in ms since the run began. Errors:
    // those of PrivateServer and of a connection.
    Result<void> restart(int node, qint64 clock);
    // The replica of node 0 takes over. dataset: the number of what it holds then.
    Result<void> failOver(quint32 dataset, qint64 clock);

    // These two may be called only if the servers were started here.
    [[nodiscard]] qint64 processId(int node) const;
    [[nodiscard]] Endpoint endpoint(int node) const;

private:
    SteppedServers() = default;

    std::vector<std::unique_ptr<PrivateServer>> m_processes; // empty: somebody else started them
    std::vector<Endpoint> m_endpoints; // at the beginning
    std::vector<std::unique_ptr<SteppedServer>> m_servers;
    bool m_executesFaults = false;
};

} // namespace lockstep

#pragma once

#include "core/redis/sandbox.h"

#include <vector>

namespace lockstep {

// The servers that a run has for itself: its nodes, and the replica of node 0 where there is one.
// Belongs to a thread that lives as long as the program, see Sandbox.
class LabServers
{
public:
    // Blocks until all answer. Errors: those of Sandbox.
    static Result<std::unique_ptr<LabServers>> start(
        int nodes, bool replica, int clients, bool tcp);

    // By place: the nodes, then the replica.
    [[nodiscard]] std::vector<Endpoint> endpoints() const;
    [[nodiscard]] std::vector<Endpoint> tcpEndpoints() const; // only with tcp or a replica
    void kill(int place) { m_sandboxes[size_t(place)]->kill(); }
    Result<void> restart(int place);

private:
    std::vector<std::unique_ptr<Sandbox>> m_sandboxes;
};

} // namespace lockstep

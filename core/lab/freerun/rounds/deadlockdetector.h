#pragma once

#include "core/lab/freerun/clients/clientpool.h"

namespace lockstep {

// Finds out whether everybody left in a round waits for what another client would have to do.
// Belongs to the loop's thread.
class DeadlockDetector
{
public:
    DeadlockDetector(const ClientPool &pool, const std::vector<RunContext::Node> &nodes);

    void beginRound();
    void check(); // called now and then, between polls of the nodes
    [[nodiscard]] bool isStuck() const { return m_isStuck; }

private:
    const ClientPool &m_pool;
    const std::vector<RunContext::Node> &m_nodes;
    // m_pool.moves() at the last check that was not quiet, or the first quiet one.
    quint64 m_moves = 0;
    std::vector<quint64> m_polls; // those of each node at that check; empty: none was quiet yet
    bool m_isStuck = false;
};

} // namespace lockstep

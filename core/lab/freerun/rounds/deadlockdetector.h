#pragma once

#include "core/lab/freerun/clients/clientpool.h"

namespace lockstep {

// Finds out whether all clients that are left in a round wait for something that another client
// would have to do. Belongs to the loop's thread.
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
    // At the last check that found a client moving or a key that may expire, or at the first check:
    quint64 m_activityCount = 0; // m_pool.activityCount()
    std::vector<quint64> m_polls; // polls() of each node; empty: there was no check yet
    bool m_isStuck = false;
};

} // namespace lockstep

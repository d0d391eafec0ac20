#pragma once

#include "core/lab/freerun/clients/crowd.h"

namespace lockstep {

// Whether everybody left in a round waits for what another client would have to do. Belongs to the
// loop's thread.
class StuckWatch
{
public:
    StuckWatch(const Crowd &crowd, const std::vector<RunStage::Node> &nodes);

    void beginRound();
    void look(); // now and then, between polls of the nodes
    [[nodiscard]] bool isStuck() const { return m_isStuck; }

private:
    const Crowd &m_crowd;
    const std::vector<RunStage::Node> &m_nodes;
    quint64 m_moves = 0; // of the crowd, when it was last seen to move
    std::vector<quint64> m_polls; // of each node then; empty: it was not quiet yet
    bool m_isStuck = false;
};

} // namespace lockstep

// That is certain when the crowd has not moved, and no key could expire that somebody waits for or
// whose expiry somebody receives, while each server was asked several times: the first answer may
// belong to a question of before, the next shows that all messages and invalidations have left the
// server, the last that they were read.

#include "core/lab/freerun/rounds/stuckwatch.h"

#include <algorithm>

namespace lockstep {

namespace {

constexpr quint64 answers = 3;

} // namespace

StuckWatch::StuckWatch(const Crowd &crowd, const std::vector<RunStage::Node> &nodes)
    : m_crowd(crowd)
    , m_nodes(nodes)
{
}

void StuckWatch::beginRound()
{
    m_polls.clear();
    m_isStuck = false;
}

void StuckWatch::look()
{
    const bool mayChange = std::any_of(m_nodes.begin(), m_nodes.end(),
        [](const RunStage::Node &node) { return !node.waits->nothingWillChange(); });
    const bool isQuiet = m_crowd.moves() == m_moves && m_crowd.waitsForOthers() && !mayChange;
    if (!isQuiet || m_polls.empty()) {
        m_moves = m_crowd.moves();
        m_polls.clear();
        for (const RunStage::Node &node : m_nodes)
            m_polls.push_back(node.waits->polls());
        return;
    }
    m_isStuck = true;
    for (size_t node = 0; node < m_nodes.size(); ++node)
        m_isStuck &= m_nodes[node].waits->polls() >= m_polls[node] + answers;
}

} // namespace lockstep

// A deadlock is certain if, while each server has answered three polls, no client has moved and no
// key could expire that somebody waits for or whose expiry somebody receives. The first answer may
// be to a poll from before; the second shows that the server has sent all messages and
// invalidations, and the third that they have been read.

#include "core/lab/freerun/rounds/deadlockdetector.h"

#include <algorithm>

namespace lockstep {

namespace {

constexpr quint64 answers = 3; // see above

} // namespace

DeadlockDetector::DeadlockDetector(
    const ClientPool &pool, const std::vector<RunContext::Node> &nodes)
    : m_pool(pool)
    , m_nodes(nodes)
{
}

void DeadlockDetector::beginRound()
{
    m_polls.clear();
    m_isStuck = false;
}

void DeadlockDetector::check()
{
    const bool mayChange = std::any_of(m_nodes.begin(), m_nodes.end(),
        [](const RunContext::Node &node) { return !node.waits->noKeyCanExpire(); });
    const bool isQuiet =
        m_pool.activityCount() == m_activityCount && m_pool.waitsForOthers() && !mayChange;
    if (!isQuiet || m_polls.empty()) {
        m_activityCount = m_pool.activityCount();
        m_polls.clear();
        for (const RunContext::Node &node : m_nodes)
            m_polls.push_back(node.waits->polls());
        return;
    }
    m_isStuck = true;
    for (size_t node = 0; node < m_nodes.size(); ++node)
        m_isStuck &= m_nodes[node].waits->polls() >= m_polls[node] + answers;
}

} // namespace lockstep

#include "ui/lab/explore/violatingstates.h"

#include <algorithm>

namespace lockstep {

ViolatingStates::ViolatingStates(const InterleavingMap &map)
    : m_map(&map)
    , m_violatingStep(map.nodes.size(), -1)
{
    for (const InterleavingMap::Node &node : map.nodes)
        m_isViolating.push_back(node.violated != 0);
    for (std::size_t i = 0; i < map.edges.size(); ++i) {
        const auto to = std::size_t(map.edges[i].to);
        if (map.edges[i].violated == 0 || m_isViolating[to])
            continue;
        m_isViolating[to] = true;
        m_violatingStep[to] = int(i);
    }
}

int ViolatingStates::count() const
{
    return int(std::count(m_isViolating.begin(), m_isViolating.end(), true));
}

quint32 ViolatingStates::checks(int node) const
{
    const int step = m_violatingStep[std::size_t(node)];
    return step >= 0 ? m_map->edges[std::size_t(step)].violated
                     : m_map->nodes[std::size_t(node)].violated;
}

Trace ViolatingStates::pathTo(int node) const
{
    const int step = m_violatingStep[std::size_t(node)];
    return step >= 0 ? m_map->traceThrough(step) : m_map->traceTo(node);
}

} // namespace lockstep

// Makes the map of all interleavings of an exploration, and finds paths in it. Goes through the
// states breadth first from the beginning: the first edge that leads to a state is the last one of
// a path with the fewest steps.

#include "core/lab/explore/explorationgraph.h"

#include <algorithm>

namespace lockstep {

Trace InterleavingMap::traceTo(int node) const
{
    Trace trace;
    for (int edge = nodes.at(size_t(node)).cameBy; edge >= 0;
         edge = nodes[size_t(edges[size_t(edge)].from)].cameBy)
        trace.push_back(edges[size_t(edge)].step);
    std::reverse(trace.begin(), trace.end());
    return trace;
}

Trace InterleavingMap::traceThrough(int edge) const
{
    const Edge &last = edges.at(size_t(edge));
    Trace trace = traceTo(last.from);
    trace.push_back(last.step);
    return trace;
}

InterleavingMap ExplorationGraph::map(
    const std::function<TraceStep(quint32 node, PackedStep step)> &stepOf) const
{
    InterleavingMap map;
    for (quint32 number = 0; number < size(); ++number) {
        const Node &node = m_nodes[number];
        map.nodes.push_back({0, node.violated, node.ending, node.isExpanded, int(map.edges.size()),
            int(node.edges), -1});
        for (quint64 i = node.firstEdge; i < node.firstEdge + node.edges; ++i)
            map.edges.push_back({int(number), int(m_edges[i].to), stepOf(number, m_edges[i].step),
                m_edges[i].violated});
    }
    std::vector<int> reached{0};
    for (size_t next = 0; next < reached.size(); ++next) {
        const InterleavingMap::Node from = map.nodes[size_t(reached[next])];
        for (int edge = from.firstEdge; edge < from.firstEdge + from.edges; ++edge) {
            const int to = map.edges[size_t(edge)].to;
            InterleavingMap::Node &node = map.nodes[size_t(to)];
            if (to == 0 || node.cameBy >= 0)
                continue;
            node.cameBy = edge;
            node.depth = from.depth + 1;
            reached.push_back(to);
        }
    }
    return map;
}

std::vector<int> InterleavingMap::nodesOf(const Trace &trace) const
{
    std::vector<int> path{0};
    for (const TraceStep &step : trace) {
        const Node &node = nodes[std::size_t(path.back())];
        const auto first = edges.begin() + node.firstEdge;
        const auto edge = std::find_if(
            first, first + node.edges, [&](const Edge &each) { return each.step == step; });
        if (edge == first + node.edges)
            break;
        path.push_back(edge->to);
    }
    return path;
}

} // namespace lockstep

#pragma once

#include "core/lab/explore/interleavingmap.h"
#include "core/lab/statespace/statespace.h"

#include <deque>
#include <functional>
#include <optional>
#include <vector>

namespace lockstep {

// States and the steps between them. It has no cycles: each step makes a history longer, uses up a
// budget, resumes a client, or lets a key expire that is due.
class ExplorationGraph
{
public:
    __extension__ using Wide = unsigned __int128;

    struct Edge
    {
        quint32 to = 0;
        PackedStep step;
        quint16 violated = 0; // bit i: the step itself violates the i-th check
    };
    struct Node
    {
        quint64 firstEdge = 0;
        quint32 edges = 0;
        quint16 violated = 0; // bit i: the state violates the i-th check
        Ending ending = Ending::Open;
        bool isExpanded = false; // false: the walk ended before it, so it may lead anywhere

        // Interleavings end here. Faults may lead on all the same.
        [[nodiscard]] bool isEnd() const { return ending != Ending::Open || edges == 0; }
    };

    // finalChecks: the checks that are evaluated only where an interleaving ends. Steps that lead
    // on from such an end have not violated them yet.
    explicit ExplorationGraph(quint16 finalChecks = 0)
        : m_finalChecks(finalChecks)
    {
    }

    // Nodes are numbered as they are added; the first is the beginning.
    void addNode() { m_nodes.emplace_back(); }
    [[nodiscard]] Node &node(quint32 number) { return m_nodes[number]; }
    [[nodiscard]] const Node &node(quint32 number) const { return m_nodes[number]; }
    [[nodiscard]] quint32 size() const { return quint32(m_nodes.size()); }
    // Edges of one node follow one another.
    void addEdge(Edge edge) { m_edges.push_back(edge); }
    [[nodiscard]] Edge &edge(quint64 number) { return m_edges[number]; }
    [[nodiscard]] const Edge &edge(quint64 number) const { return m_edges[number]; }
    [[nodiscard]] quint64 edgeCount() const { return m_edges.size(); }
    // Called in postorder: everything that can be reached from the node has been left before it.
    void leave(quint32 node) { m_left.push_back(node); }
    // Leaves all nodes that were not left, where the walk was given up.
    void leaveRest();

    // Interleavings from the beginning to an end. They stop at the largest number there is.
    [[nodiscard]] Wide interleavings() const;
    [[nodiscard]] Wide undecided() const;
    [[nodiscard]] bool endsForbidden() const; // one of them
    // The interleavings that violate one of the checks.
    [[nodiscard]] Wide violating(quint16 checks) const;

    struct Path
    {
        int environment = 0;
        int preemptions = 0;
        int steps = 0;
        std::vector<quint64> edges; // from the beginning
    };
    // Finds for each check (bit i of checks) the smallest path that violates it: the one with the
    // fewest environment steps, then preemptions, then steps. memory: bytes that the search may
    // take. Paths that it cannot find with these are missing.
    [[nodiscard]] std::vector<std::optional<Path>> smallestCounterexamples(
        quint16 checks, int clients, qint64 memory = std::numeric_limits<qint64>::max()) const;

    // The same path by other clients, the first of which is A, the next one B and so on, where that
    // is a path of the same size that violates the check: to clients with one program names are all
    // the same, but not to who reads the path. Otherwise the path itself.
    [[nodiscard]] Path inOrderOfNames(const Path &path, size_t check, int clients) const;

    // A path to the node with the fewest steps. Forgets which states violate which checks.
    [[nodiscard]] Path pathTo(quint32 node);

    // Finds for each check a path that violates it with the fewest steps. Takes no longer than
    // counting does.
    [[nodiscard]] std::vector<std::optional<Path>> shortestPaths(quint16 checks) const;

    // The whole graph, to be drawn. stepOf: the name of a step in the state of a node.
    [[nodiscard]] InterleavingMap map(
        const std::function<TraceStep(quint32 node, PackedStep step)> &stepOf) const;

    [[nodiscard]] qint64 memory() const; // bytes
    // The bytes that counting and shortestPaths() take while they run.
    [[nodiscard]] qint64 memoryToCount() const { return qint64(m_nodes.size() * 2 * sizeof(Wide)); }

private:
    [[nodiscard]] Path measured(std::vector<quint64> edges) const; // from the beginning
    template <typename Leaf, typename Through>
    [[nodiscard]] Wide sum(Leaf leaf, Through through) const;
    [[nodiscard]] std::vector<Wide> totals() const;

    quint16 m_finalChecks;
    // Deques, because a vector that grows needs its memory three times for a moment.
    std::deque<Node> m_nodes;
    std::deque<Edge> m_edges;
    std::deque<quint32> m_left;
};

// The number in decimal digits.
QByteArray decimal(ExplorationGraph::Wide number);

} // namespace lockstep

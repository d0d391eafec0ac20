#pragma once

#include "core/lab/statespace/state/trace.h"
#include "core/lab/statespace/steps/blockedby.h"

#include <vector>

namespace lockstep {

// The map of all interleavings of a small exploration, to be drawn: merged states and the steps
// between them. It has no cycles.
struct InterleavingMap
{
    struct Node
    {
        int depth = 0; // fewest steps that lead there
        quint32 violated = 0; // checks, in this state: bit i, the i-th of the scenario
        Ending ending = Ending::Open;
        bool isLookedAt = true; // false: the walk ended before it
        int firstEdge = 0; // of those that leave it
        int edges = 0;
        int cameBy = -1; // the last edge of a way with the fewest steps; -1: the beginning
    };
    struct Edge
    {
        int from = 0;
        int to = 0;
        TraceStep step;
        quint32 violated = 0; // bit i: the step itself violates the i-th check
    };

    std::vector<Node> nodes; // the first is the beginning
    std::vector<Edge> edges; // by the node that they leave, in the order of its choices

    // A way to the node with the fewest steps.
    [[nodiscard]] Trace traceTo(int node) const;
    // The same, with the edge as its last step.
    [[nodiscard]] Trace traceThrough(int edge) const;
    // What the trace goes through, the beginning included, as far as it was explored.
    [[nodiscard]] std::vector<int> nodesOf(const Trace &trace) const;
};

} // namespace lockstep

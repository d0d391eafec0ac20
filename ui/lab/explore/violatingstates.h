#pragma once

#include "core/lab/explore/explorationmap.h"

namespace lockstep {

// Which states of a map are violating. A step may be a violation by itself (a release by somebody
// else) without the state behind it being one: then the state counts as violating, and the way to
// it goes through that step.
class ViolatingStates
{
public:
    ViolatingStates() = default; // of no map: only has() and count() may be asked
    explicit ViolatingStates(const ExplorationMap &map); // outlives this

    [[nodiscard]] bool has(int node) const { return m_isViolating[std::size_t(node)]; }
    [[nodiscard]] int count() const;
    [[nodiscard]] const std::vector<bool> &all() const { return m_isViolating; } // by node
    // The checks that are violated there: bit i, the i-th of the scenario.
    [[nodiscard]] quint32 checks(int node) const;
    // A way to any state, with the fewest steps.
    [[nodiscard]] Trace wayTo(int node) const;

private:
    const ExplorationMap *m_map = nullptr;
    std::vector<bool> m_isViolating;
    std::vector<int> m_violatingStep; // by node: the edge to it; -1: the state itself, or none
};

} // namespace lockstep

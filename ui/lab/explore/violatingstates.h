#pragma once

#include "core/lab/explore/interleavingmap.h"

namespace lockstep {

// Which states of a map are violating. A step can violate a check by itself (a release by somebody
// who is not the holder) without the state behind it being violating. Then that state counts as
// violating, and the trace to it goes through this step.
class ViolatingStates
{
public:
    ViolatingStates() = default; // without a map, only has() and count() may be called
    explicit ViolatingStates(const InterleavingMap &map); // map must outlive this

    [[nodiscard]] bool has(int node) const { return m_isViolating[std::size_t(node)]; }
    [[nodiscard]] int count() const;
    [[nodiscard]] const std::vector<bool> &all() const { return m_isViolating; } // by node
    // The checks that are violated there: bit i is the i-th check of the scenario.
    [[nodiscard]] quint32 checks(int node) const;
    // A shortest trace to any state.
    [[nodiscard]] Trace pathTo(int node) const;

private:
    const InterleavingMap *m_map = nullptr;
    std::vector<bool> m_isViolating;
    std::vector<int> m_violatingStep; // by node: the violating edge to it, or -1 if there is none
};

} // namespace lockstep

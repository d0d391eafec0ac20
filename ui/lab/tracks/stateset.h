#pragma once

#include "core/lab/history/lanespans.h"

#include <initializer_list>

namespace lockstep {

// A set of the states that a client can have on its lane.
class StateSet
{
public:
    constexpr StateSet() = default; // empty
    constexpr StateSet(std::initializer_list<LaneSpan::State> states)
    {
        for (const LaneSpan::State state : states)
            m_bits |= bitOf(state);
    }
    static constexpr StateSet all() { return ~StateSet(); }

    [[nodiscard]] constexpr bool isEmpty() const { return m_bits == 0; }
    [[nodiscard]] constexpr bool contains(LaneSpan::State state) const
    {
        return (m_bits & bitOf(state)) != 0;
    }

    // Union, intersection, symmetric difference and complement, as of bits.
    constexpr StateSet &operator|=(StateSet other)
    {
        m_bits |= other.m_bits;
        return *this;
    }
    friend constexpr StateSet operator|(StateSet a, StateSet b) { return a |= b; }
    friend constexpr StateSet operator&(StateSet a, StateSet b)
    {
        return ofBits(a.m_bits & b.m_bits);
    }
    friend constexpr StateSet operator^(StateSet a, StateSet b)
    {
        return ofBits(a.m_bits ^ b.m_bits);
    }
    constexpr StateSet operator~() const { return ofBits(~m_bits); }
    friend constexpr bool operator==(StateSet, StateSet) = default;

private:
    static constexpr quint32 bitOf(LaneSpan::State state) { return 1U << quint32(state); }
    static constexpr StateSet ofBits(quint32 bits)
    {
        StateSet set;
        set.m_bits = bits;
        return set;
    }

    quint32 m_bits = 0;
};

} // namespace lockstep

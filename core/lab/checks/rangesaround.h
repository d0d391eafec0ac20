#pragma once

#include "core/lab/history/history.h"

#include <limits>
#include <vector>

namespace lockstep {

// What is known of the moments of things that happened one after the other, each at an unknown
// moment of a range, around a place among them: whether those before it must have happened before
// the others, whatever the moments were. Within a group the order is known, however its ranges lie.
// Group 0 is none: each of it is for itself.
class Surroundings
{
public:
    // Adds other things that happened around the same place.
    void add(const Surroundings &others);

    [[nodiscard]] bool isApart() const;
    // The latest of those before the place, and the earliest of the others, without those of the
    // group; −1: of all groups. Apart, all that is before has happened by the one, and nothing of
    // the rest until the other.
    [[nodiscard]] Moment latestBefore(int without = -1) const;
    [[nodiscard]] Moment earliestFrom(int without = -1) const;
    // What is before the place cannot all have happened earlier, nor none of the rest later.
    [[nodiscard]] Moment earliestBegin() const { return m_begin; }
    [[nodiscard]] Moment latestEnd() const { return m_end; }

private:
    friend class RangesAround;

    // The farthest moment, and the farthest of all other groups than its one.
    struct Farthest
    {
        Moment first = 0, second = 0;
        int group = -1, secondGroup = -1;
    };

    template <typename IsFarther>
    static void extend(Farthest &known, Moment moment, int group, IsFarther isFarther);
    void addBefore(Moment latest, int group);
    void addFrom(Moment earliest, int group);

    static constexpr Moment beforeAll = std::numeric_limits<Moment>::min();

    Farthest m_before = {beforeAll, beforeAll}, m_from = {never, never};
    Moment m_begin = beforeAll, m_end = never;
};

// Things that happened one after the other, by their places among all that did.
class RangesAround
{
public:
    struct Range
    {
        std::size_t place = 0;
        Moment earliest = 0;
        Moment latest = 0;
        int group = 0;
        // It may have happened later than its place in the group tells, but not before.
        bool mayBeLate = false;
    };

    RangesAround() = default;
    // In the order of their places.
    explicit RangesAround(std::vector<Range> ranges);

    // Around a place: those of lower places are before it.
    [[nodiscard]] const Surroundings &around(std::size_t place) const;

private:
    std::vector<Range> m_ranges;
    std::vector<Surroundings> m_around = {{}}; // before each of the ranges, and behind the last
};

} // namespace lockstep

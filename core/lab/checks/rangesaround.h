#pragma once

#include "core/lab/history/history.h"

#include <vector>

namespace lockstep {

// Of things that happened one after the other, each at an unknown moment of a range: whether those
// before a place must have happened before those from there on, whatever the moments were. Within
// a group the order is known, however its ranges lie. Group 0 is none: each of it is for itself.
class RangesAround
{
public:
    struct Range
    {
        Moment earliest = 0;
        Moment latest = 0;
        int group = 0;
        bool counts = true; // false: nobody asks for it
        // It may have happened later than its place in the group tells, but not before.
        bool mayBeLate = false;
    };

    RangesAround() = default;
    explicit RangesAround(const std::vector<Range> &ranges);

    // place: 0 to the number of ranges, here and below.
    [[nodiscard]] bool isApart(std::size_t place) const;
    // The latest of those before the place, and the earliest of the others, without those of the
    // group; −1: of all groups. Apart, all that is before has happened by the one, and nothing of
    // the rest until the other.
    [[nodiscard]] Moment latestBefore(std::size_t place, int without = -1) const;
    [[nodiscard]] Moment earliestFrom(std::size_t place, int without = -1) const;
    // What is before the place cannot all have happened earlier, nor none of the rest later.
    [[nodiscard]] Moment earliestBegin(std::size_t place) const { return m_begins[place]; }
    [[nodiscard]] Moment latestEnd(std::size_t place) const { return m_ends[place]; }

private:
    // The farthest moment, and the farthest of all other groups than its one.
    struct Farthest
    {
        Moment first;
        Moment second;
        int group = -1;
    };

    std::vector<Farthest> m_before, m_from; // by place
    std::vector<Moment> m_begins, m_ends; // likewise
};

} // namespace lockstep

#pragma once

#include "core/lab/history/history.h"

#include <limits>
#include <vector>

namespace lockstep {

// A cut of a history at a place: what happened before it, and the rest. Each thing happened at an
// unknown moment of a range. Tells whether all before the cut must have happened before the rest,
// whatever the moments were. Within a group the order is known, however its ranges lie. Group 0 is
// none: each of it is for itself.
class HistoryCut
{
public:
    // Adds what else happened before the same place and behind it.
    void add(const HistoryCut &others);

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
    friend class HistoryCuts;

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

// The cuts of what happened one after the other, by places among all that did.
class HistoryCuts
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

    HistoryCuts() = default;
    // Takes the ranges in the order of their places.
    explicit HistoryCuts(std::vector<Range> ranges);

    // Returns the cut at a place: what has a lower place is before the cut.
    [[nodiscard]] const HistoryCut &at(std::size_t place) const;

private:
    std::vector<Range> m_ranges;
    std::vector<HistoryCut> m_cuts = {{}}; // before each of the ranges, and behind the last
};

} // namespace lockstep

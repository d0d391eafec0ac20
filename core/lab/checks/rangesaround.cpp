#include "core/lab/checks/rangesaround.h"

#include <algorithm>
#include <functional>
#include <limits>

namespace lockstep {

namespace {

constexpr Moment beforeAll = std::numeric_limits<Moment>::min();

// isFarther: greater or less.
template <typename Farthest, typename IsFarther>
Farthest extended(Farthest known, Moment moment, int group, IsFarther isFarther)
{
    if (isFarther(moment, known.first)) {
        if (group != known.group)
            known.second = known.first;
        known.first = moment;
        known.group = group;
    } else if (group != known.group && isFarther(moment, known.second)) {
        known.second = moment;
    }
    return known;
}

} // namespace

RangesAround::RangesAround(const std::vector<Range> &ranges)
    : m_before(ranges.size() + 1, {beforeAll, beforeAll, -1})
    , m_from(ranges.size() + 1, {never, never, -1})
    , m_begins(ranges.size() + 1, beforeAll)
    , m_ends(ranges.size() + 1, never)
{
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        const Range &range = ranges[i];
        m_before[i + 1] = m_before[i];
        m_begins[i + 1] = m_begins[i];
        if (!range.counts)
            continue;
        const int group = range.mayBeLate ? 0 : range.group;
        m_before[i + 1] = extended(m_before[i], range.latest, group, std::greater<Moment>());
        m_begins[i + 1] = std::max(m_begins[i], range.earliest);
    }
    for (std::size_t i = ranges.size(); i > 0; --i) {
        const Range &range = ranges[i - 1];
        m_from[i - 1] = m_from[i];
        m_ends[i - 1] = m_ends[i];
        if (!range.counts)
            continue;
        m_from[i - 1] = extended(m_from[i], range.earliest, range.group, std::less<Moment>());
        m_ends[i - 1] = std::min(m_ends[i], range.latest);
    }
}

bool RangesAround::isApart(std::size_t place) const
{
    const Farthest &before = m_before[place];
    const Farthest &from = m_from[place];
    if (before.group != from.group || before.group <= 0)
        return before.first <= from.first;
    return before.first <= from.second && before.second <= from.first;
}

Moment RangesAround::latestBefore(std::size_t place, int without) const
{
    const Farthest &before = m_before[place];
    return without >= 0 && before.group == without ? before.second : before.first;
}

Moment RangesAround::earliestFrom(std::size_t place, int without) const
{
    const Farthest &from = m_from[place];
    return without >= 0 && from.group == without ? from.second : from.first;
}

} // namespace lockstep

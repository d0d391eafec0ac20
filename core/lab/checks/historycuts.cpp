#include "core/lab/checks/historycuts.h"

#include <algorithm>
#include <functional>

namespace lockstep {

// isFarther: greater or less.
template <typename IsFarther>
void HistoryCut::extend(Farthest &known, Moment moment, int group, IsFarther isFarther)
{
    if (isFarther(moment, known.first)) {
        if (group != known.group) {
            known.second = known.first;
            known.secondGroup = known.group;
        }
        known.first = moment;
        known.group = group;
    } else if (group != known.group && isFarther(moment, known.second)) {
        known.second = moment;
        known.secondGroup = group;
    }
}

void HistoryCut::addBefore(Moment latest, int group)
{
    extend(m_before, latest, group, std::greater<Moment>());
}

void HistoryCut::addFrom(Moment earliest, int group)
{
    extend(m_from, earliest, group, std::less<Moment>());
}

void HistoryCut::add(const HistoryCut &others)
{
    addBefore(others.m_before.first, others.m_before.group);
    addBefore(others.m_before.second, others.m_before.secondGroup);
    addFrom(others.m_from.first, others.m_from.group);
    addFrom(others.m_from.second, others.m_from.secondGroup);
    m_begin = std::max(m_begin, others.m_begin);
    m_end = std::min(m_end, others.m_end);
}

bool HistoryCut::isApart() const
{
    if (m_before.group != m_from.group || m_before.group <= 0)
        return m_before.first <= m_from.first;
    return m_before.first <= m_from.second && m_before.second <= m_from.first;
}

Moment HistoryCut::latestBefore(int without) const
{
    return without >= 0 && m_before.group == without ? m_before.second : m_before.first;
}

Moment HistoryCut::earliestFrom(int without) const
{
    return without >= 0 && m_from.group == without ? m_from.second : m_from.first;
}

HistoryCuts::HistoryCuts(std::vector<Range> ranges)
    : m_ranges(std::move(ranges))
    , m_cuts(m_ranges.size() + 1)
{
    for (std::size_t i = 0; i < m_ranges.size(); ++i) {
        const Range &range = m_ranges[i];
        HistoryCut &behind = m_cuts[i + 1];
        behind = m_cuts[i];
        behind.addBefore(range.latest, range.mayBeLate ? 0 : range.group);
        behind.m_begin = std::max(behind.m_begin, range.earliest);
    }
    HistoryCut rest;
    for (std::size_t i = m_ranges.size(); i > 0; --i) {
        const Range &range = m_ranges[i - 1];
        rest.addFrom(range.earliest, range.group);
        rest.m_end = std::min(rest.m_end, range.latest);
        m_cuts[i - 1].m_from = rest.m_from;
        m_cuts[i - 1].m_end = rest.m_end;
    }
}

const HistoryCut &HistoryCuts::at(std::size_t place) const
{
    const auto at = std::lower_bound(m_ranges.begin(), m_ranges.end(), place,
        [](const Range &range, std::size_t number) { return range.place < number; });
    return m_cuts[std::size_t(at - m_ranges.begin())];
}

} // namespace lockstep

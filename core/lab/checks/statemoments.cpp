// A state is certain where all that counts before it can only have happened before the rest: then
// there was a moment between the two. What is known of a moment are the bounds between which it
// lies; of one server also the order (RangesAround). The moment has to lie within the round.

#include "core/lab/checks/statemoments.h"

#include <algorithm>

namespace lockstep {

StateMoments::StateMoments(const RoundRecords &records, const std::vector<Happening> &happenings)
    : m_records(records)
    , m_happenings(happenings)
    , m_end(std::max(records.round.begin, records.round.end))
{
    for (const Happening &each : m_happenings) {
        if (each.operation() != none || each.mark != nullptr)
            m_end = std::max(m_end, each.earliest);
    }
}

bool StateMoments::wasAsked(const Happening &happening) const
{
    if (happening.change != nullptr)
        return m_asked.keys.contains({happening.change->key, happening.change->node});
    return happening.mark != nullptr ? m_asked.names.contains(happening.mark->name)
                                     : m_asked.isOfHolders;
}

bool StateMoments::isOfTime(const Happening &happening) const
{
    return happening.change != nullptr && happening.change->operation == none
        && !isOfSetup(happening, m_records.round);
}

// First stands the beginning of the round and last its end: time may take a key before the one, or
// after the other. What clients do lies between them.
RangesAround StateMoments::rangesOfAsked() const
{
    const Moment begin = m_records.round.begin;
    const bool asksForTime = std::any_of(m_happenings.begin(), m_happenings.end(),
        [this](const Happening &each) { return isOfTime(each) && wasAsked(each); });
    std::vector<RangesAround::Range> ranges;
    ranges.reserve(m_happenings.size() + 2);
    ranges.push_back({begin, begin});
    for (const Happening &each : m_happenings) {
        const int group = each.isOfReading && asksForTime ? 0 : each.group;
        RangesAround::Range range{
            each.earliest, each.latest, group, wasAsked(each), each.mayBeLate};
        if (isOfSetup(each, m_records.round)) {
            range.earliest = range.latest = begin;
        } else if (!isOfTime(each)) {
            range.earliest = std::max(range.earliest, begin);
            range.latest = std::min(range.latest, m_end);
        }
        ranges.push_back(range);
    }
    ranges.push_back({m_end, m_end});
    return RangesAround(ranges);
}

std::optional<StateMoments::Span> StateMoments::spanAt(size_t place)
{
    // A function that asks for other names in each state would take the square of the states.
    constexpr int mostRanges = 100;
    if (m_rangesMade == 0 || m_asked != m_rangesOf) {
        if (m_rangesMade++ >= mostRanges)
            return std::nullopt;
        m_rangesOf = m_asked;
        m_ranges = rangesOfAsked();
    }
    const size_t behind = place + 1; // the beginning of the round stands before the happenings
    if (!m_ranges.isApart(behind))
        return std::nullopt;
    const Moment from = m_ranges.latestBefore(behind);
    const Moment until = m_ranges.earliestFrom(behind);
    if (from <= until)
        return Span{from, until, true};
    // The order of a server proves that there was a moment, but not which.
    return Span{m_ranges.earliestBegin(behind), m_ranges.latestEnd(behind), false};
}

} // namespace lockstep

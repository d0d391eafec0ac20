// A state is certain where all that counts before it can only have happened before the rest: then
// there was a moment between the two. What is known of a moment are the bounds between which it
// lies; of one server also the order (HistoryCut). The moment has to lie within the round.
//
// A function may ask for other names in each state. So what happened of each is looked up once, and
// what is known around a place is put together of the names that were asked for.

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
    // Time may take a key before the one, or after the other. What clients do lies between them.
    const Moment begin = records.round.begin;
    m_ofRound = HistoryCuts({{0, begin, begin}, {1, m_end, m_end}}).at(1);
}

void StateMoments::askForLock(quint32 name)
{
    m_asked.insert({Kind::Enter, name, 0});
    m_asked.insert({Kind::Leave, name, 0});
    m_asked.insert({Kind::Crash, 0, 0});
}

StateMoments::Asked StateMoments::whatIs(const Happening &happening)
{
    if (happening.change != nullptr)
        return {Kind::Key, happening.change->key, happening.change->node};
    if (happening.mark == nullptr)
        return {Kind::Crash, 0, 0};
    const bool isEnter = happening.mark->kind == MarkRecord::Kind::Enter;
    const bool isLeave = happening.mark->kind == MarkRecord::Kind::Leave;
    return {isEnter ? Kind::Enter : isLeave ? Kind::Leave : Kind::Told, happening.mark->name, 0};
}

bool StateMoments::isOfTime(const Happening &happening) const
{
    return happening.change != nullptr && happening.change->operation == none
        && !isOfSetup(happening, m_records.round);
}

void StateMoments::list()
{
    for (size_t place = 0; place < m_happenings.size(); ++place) {
        Listed &listed = m_listed[whatIs(m_happenings[place])];
        listed.places.push_back(place);
        listed.isOfTime |= isOfTime(m_happenings[place]);
    }
}

const HistoryCuts &StateMoments::cutsOf(Listed &listed, bool asksForTime) const
{
    std::optional<HistoryCuts> &known = asksForTime ? listed.apartFromReadings : listed.cuts;
    if (known)
        return *known;
    const Moment begin = m_records.round.begin;
    std::vector<HistoryCuts::Range> ranges;
    ranges.reserve(listed.places.size());
    for (const size_t place : listed.places) {
        const Happening &each = m_happenings[place];
        const int group = each.isOfReading && asksForTime ? 0 : each.group;
        HistoryCuts::Range range{place, each.earliest, each.latest, group, each.mayBeLate};
        if (isOfSetup(each, m_records.round)) {
            range.earliest = range.latest = begin;
        } else if (!isOfTime(each)) {
            range.earliest = std::max(range.earliest, begin);
            range.latest = std::min(range.latest, m_end);
        }
        ranges.push_back(range);
    }
    return known.emplace(std::move(ranges));
}

std::optional<StateMoments::Span> StateMoments::spanAt(size_t place, bool withEnters)
{
    if (m_listed.empty())
        list();
    std::vector<Listed *> asked;
    bool asksForTime = false;
    for (const Asked &each : m_asked) {
        const auto listed = m_listed.find(each);
        if (listed == m_listed.end() || (!withEnters && std::get<Kind>(each) == Kind::Enter))
            continue;
        asked.push_back(&listed->second);
        asksForTime |= listed->second.isOfTime;
    }
    HistoryCut cut = m_ofRound;
    for (Listed *each : asked)
        cut.add(cutsOf(*each, asksForTime).at(place));
    if (!cut.isApart())
        return std::nullopt;
    const Moment from = cut.latestBefore();
    const Moment until = cut.earliestFrom();
    if (from <= until)
        return Span{from, until, true};
    // The order of a server proves that there was a moment, but not which.
    return Span{cut.earliestBegin(), cut.latestEnd(), false};
}

} // namespace lockstep

#include "core/lab/checks/insideatevents.h"

#include <algorithm>
#include <map>
#include <set>

namespace lockstep {

namespace {

RangesAround rangesOfLocks(const std::vector<Happening> &happenings)
{
    std::vector<RangesAround::Range> ranges;
    ranges.reserve(happenings.size());
    for (const Happening &each : happenings) {
        const bool isOfLock = each.crash
            || (each.mark
                && (each.mark->kind == MarkRecord::Kind::Enter
                    || each.mark->kind == MarkRecord::Kind::Leave));
        const quint32 client = each.mark ? each.mark->client : each.crash ? each.crash->client : 0;
        ranges.push_back({each.earliest, each.latest, int(client) + 1, isOfLock});
    }
    return RangesAround(ranges);
}

} // namespace

InsideAtEvents::InsideAtEvents(const std::vector<Happening> &happenings)
    : m_happenings(happenings)
    , m_around(rangesOfLocks(happenings))
{
}

bool InsideAtEvents::isCertain(size_t event) const
{
    const Happening &happening = m_happenings[event];
    const int client = int(happening.mark->client) + 1;
    return m_around.latestBefore(event, client) <= happening.at
        && happening.at <= m_around.earliestFrom(event + 1, client);
}

const InsideAtEvents::Others &InsideAtEvents::othersAt(size_t event, quint32 lock) const
{
    const auto known = m_others.find(event);
    if (known != m_others.end())
        return known->second;
    if (m_stays.empty())
        m_stays = stays();
    return m_others.emplace(event, findOthers(m_happenings[event], lock)).first->second;
}

InsideAtEvents::Others InsideAtEvents::findOthers(const Happening &event, quint32 lock) const
{
    std::set<int> certainly, possibly;
    for (const Stay &each : m_stays) {
        if (each.client == int(event.mark->client) || (lock != none && each.lock != lock))
            continue;
        const bool isOver = each.end != nullptr && each.end->at <= event.at;
        if (isOver || event.at <= each.enter->earliest)
            continue;
        possibly.insert(each.client);
        if (each.enter->latest <= event.at)
            certainly.insert(each.client);
    }
    Others others;
    others.certainly.assign(certainly.begin(), certainly.end());
    std::set_difference(possibly.begin(), possibly.end(), certainly.begin(), certainly.end(),
        std::back_inserter(others.possibly));
    return others;
}

std::vector<InsideAtEvents::Stay> InsideAtEvents::stays() const
{
    std::vector<Stay> all;
    std::map<std::pair<int, quint32>, std::pair<size_t, int>> open; // client, lock: stay, depth
    for (const Happening &each : m_happenings) {
        if (each.crash != nullptr) {
            for (auto at = open.begin(); at != open.end();) {
                if (at->first.first == int(each.crash->client)) {
                    all[at->second.first].end = &each;
                    at = open.erase(at);
                } else {
                    ++at;
                }
            }
        } else if (each.mark != nullptr && each.mark->kind == MarkRecord::Kind::Enter) {
            const int client = int(each.mark->client);
            const auto known =
                open.try_emplace({client, each.mark->name}, std::pair{all.size(), 0}).first;
            if (++known->second.second == 1)
                all.push_back({client, each.mark->name, &each});
        } else if (each.mark != nullptr && each.mark->kind == MarkRecord::Kind::Leave) {
            const auto known = open.find({int(each.mark->client), each.mark->name});
            if (known == open.end() || --known->second.second > 0)
                continue;
            all[known->second.first].end = &each;
            open.erase(known);
        }
    }
    return all;
}

} // namespace lockstep

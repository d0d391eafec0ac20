#include "core/lab/checks/whowasinside.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace lockstep {

namespace {

HistoryCuts cutsOfLocks(const std::vector<Happening> &happenings)
{
    std::vector<HistoryCuts::Range> ranges;
    for (size_t place = 0; place < happenings.size(); ++place) {
        const Happening &each = happenings[place];
        const bool isOfLock = each.crash
            || (each.mark
                && (each.mark->kind == MarkRecord::Kind::Enter
                    || each.mark->kind == MarkRecord::Kind::Leave));
        if (!isOfLock)
            continue;
        const quint32 client = each.mark ? each.mark->client : each.crash->client;
        ranges.push_back({place, each.earliest, each.latest, int(client) + 1});
    }
    return HistoryCuts(std::move(ranges));
}

} // namespace

WhoWasInside::WhoWasInside(const std::vector<Happening> &happenings)
    : m_happenings(happenings)
    , m_cuts(cutsOfLocks(happenings))
{
}

WhoWasInside::Clients WhoWasInside::at(size_t place, Moment moment, quint32 lock) const
{
    std::set<int> certainly, possibly;
    for (const Stay &each : stays()) {
        const Happening &enter = m_happenings[each.enter];
        if ((lock != none && each.lock != lock) || each.end < place || moment < enter.earliest)
            continue;
        possibly.insert(each.client);
        if (enter.latest < moment || (enter.latest == moment && each.enter < place))
            certainly.insert(each.client);
    }
    Clients clients;
    clients.certainly.assign(certainly.begin(), certainly.end());
    std::set_difference(possibly.begin(), possibly.end(), certainly.begin(), certainly.end(),
        std::back_inserter(clients.possibly));
    return clients;
}

bool WhoWasInside::isCertainAtEvent(size_t event) const
{
    const Happening &happening = m_happenings[event];
    const int client = int(happening.mark->client) + 1;
    return m_cuts.at(event).latestBefore(client) <= happening.at
        && happening.at <= m_cuts.at(event + 1).earliestFrom(client);
}

const WhoWasInside::Clients &WhoWasInside::othersAtEvent(size_t event, quint32 lock) const
{
    const auto known = m_others.find(event);
    if (known != m_others.end())
        return known->second;
    Clients clients = at(event, m_happenings[event].at, lock);
    const int own = int(m_happenings[event].mark->client);
    std::erase(clients.certainly, own);
    std::erase(clients.possibly, own);
    return m_others.emplace(event, std::move(clients)).first->second;
}

std::vector<int> WhoWasInside::choose(
    const Clients &clients, const Choices::Question &question, Trial &trial)
{
    constexpr size_t mostClients = 9; // of more there are more possibilities than can be tried
    std::vector<int> inside = clients.certainly;
    const std::vector<int> &open = clients.possibly;
    if (open.size() > mostClients) {
        trial.isTooMany = true;
    } else if (!open.empty()) {
        const size_t all = (size_t(1) << open.size()) - 1;
        const size_t chosen = trial.choices.choose(question, all + 1);
        const size_t which = chosen == 0 ? 0 : chosen == 1 ? all : chosen - 1;
        for (size_t i = 0; i < open.size(); ++i) {
            if ((which >> i & 1U) != 0)
                inside.push_back(open[i]);
        }
    }
    std::sort(inside.begin(), inside.end());
    return inside;
}

const std::vector<WhoWasInside::Stay> &WhoWasInside::stays() const
{
    if (!m_stays)
        findStays();
    return *m_stays;
}

void WhoWasInside::findStays() const
{
    std::vector<Stay> &all = m_stays.emplace();
    std::map<std::pair<int, quint32>, std::pair<size_t, int>> open; // client, lock: stay, depth
    for (size_t place = 0; place < m_happenings.size(); ++place) {
        const Happening &each = m_happenings[place];
        if (each.crash != nullptr) {
            for (auto at = open.begin(); at != open.end();) {
                if (at->first.first == int(each.crash->client)) {
                    all[at->second.first].end = place;
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
                all.push_back({client, each.mark->name, place, m_happenings.size()});
        } else if (each.mark != nullptr && each.mark->kind == MarkRecord::Kind::Leave) {
            const auto known = open.find({int(each.mark->client), each.mark->name});
            if (known == open.end() || --known->second.second > 0)
                continue;
            all[known->second.first].end = place;
            open.erase(known);
        }
    }
}

} // namespace lockstep

#include "core/watch/reading/readqueue.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace lockstep {

namespace {

bool isOlder(const ReadQueue::Wanted &a, const ReadQueue::Wanted &b)
{
    return a.since < b.since;
}

} // namespace

std::optional<Instant> ReadQueue::wantedSince(const QByteArray &key) const
{
    const auto found = m_keys.find(key);
    return found == m_keys.end() ? std::nullopt : std::optional(found->second);
}

void ReadQueue::add(Wanted wanted, std::optional<Instant> restsUntil)
{
    m_keys.emplace(wanted.key, wanted.since);
    if (restsUntil && *restsUntil > wanted.since) {
        m_restingSince.insert(wanted.since);
        m_resting.emplace(*restsUntil, std::move(wanted));
    } else {
        const auto place = std::upper_bound(m_ready.begin(), m_ready.end(), wanted, isOlder);
        m_ready.insert(place, std::move(wanted)); // mostly at the end: they come in order of time
    }
}

void ReadQueue::wake(Instant now)
{
    std::vector<Wanted> woken;
    while (!m_resting.empty() && m_resting.begin()->first <= now) {
        auto &wanted = woken.emplace_back(std::move(m_resting.begin()->second));
        m_resting.erase(m_resting.begin());
        m_restingSince.erase(m_restingSince.find(wanted.since));
    }
    insert(std::move(woken));
}

ReadQueue::Wanted ReadQueue::take()
{
    auto wanted = std::move(m_ready.front());
    m_ready.pop_front();
    m_keys.erase(wanted.key);
    return wanted;
}

void ReadQueue::putBack(std::vector<Wanted> unread)
{
    removeYounger(unread);
    for (const auto &wanted : unread)
        m_keys.insert_or_assign(wanted.key, wanted.since);
    insert(std::move(unread));
}

// Removes what was asked for again meanwhile from the queue, because the same objects in `older`
// have waited for longer. Costs nothing if there are none.
void ReadQueue::removeYounger(std::vector<Wanted> &older)
{
    std::unordered_map<QByteArray, Wanted *> again;
    for (auto &wanted : older) {
        if (contains(wanted.key))
            again.emplace(wanted.key, &wanted);
    }
    if (again.empty())
        return;
    const auto isAgain = [&](const Wanted &younger) {
        const auto it = again.find(younger.key);
        if (it != again.end() && younger.source == Source::Announced)
            it->second->source = Source::Announced;
        return it != again.end();
    };
    std::erase_if(m_ready, isAgain);
    std::erase_if(m_resting, [&](const auto &resting) {
        if (!isAgain(resting.second))
            return false;
        m_restingSince.erase(m_restingSince.find(resting.second.since));
        return true;
    });
}

// They are older than most of those that may be read, so they go to the front, and are merged with
// the others only where that is not their place.
void ReadQueue::insert(std::vector<Wanted> wanted)
{
    if (wanted.empty())
        return;
    std::stable_sort(wanted.begin(), wanted.end(), isOlder);
    const bool isInOrder = m_ready.empty() || !isOlder(m_ready.front(), wanted.back());
    const auto count = static_cast<std::ptrdiff_t>(wanted.size());
    m_ready.insert(m_ready.begin(), std::make_move_iterator(wanted.begin()),
        std::make_move_iterator(wanted.end()));
    if (!isInOrder)
        std::inplace_merge(m_ready.begin(), m_ready.begin() + count, m_ready.end(), isOlder);
}

std::optional<Instant> ReadQueue::nextWake() const
{
    return m_resting.empty() ? std::nullopt : std::optional(m_resting.begin()->first);
}

std::optional<Instant> ReadQueue::oldest() const
{
    std::optional<Instant> oldest;
    if (!m_ready.empty())
        oldest = m_ready.front().since;
    if (!m_restingSince.empty())
        oldest = std::min(oldest.value_or(*m_restingSince.begin()), *m_restingSince.begin());
    return oldest;
}

} // namespace lockstep

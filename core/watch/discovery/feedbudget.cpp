#include "core/watch/discovery/feedbudget.h"

#include <algorithm>
#include <utility>

namespace lockstep {

FeedBudget::FeedBudget(QByteArray prefix, int mostNames)
    : m_prefix(std::move(prefix))
    , m_mostNames(mostNames)
    , m_namesPerSecond(mostNames)
    , m_announced{{m_prefix}}
{
}

void FeedBudget::reset()
{
    m_namesPerSecond = m_mostNames;
    announceAll();
}

void FeedBudget::setServerLoad(std::optional<double> commandsPerSecond, const Rate &rate)
{
    m_namesPerSecond = m_mostNames;
    if (commandsPerSecond) {
        const auto affordable = std::max(rate.least, rate.namesPerCommand * *commandsPerSecond);
        m_namesPerSecond = static_cast<int>(std::min<double>(m_mostNames, affordable));
    }
}

void FeedBudget::announceAll()
{
    m_announced = {{m_prefix}};
    m_dropped.clear();
}

void FeedBudget::dropAll()
{
    m_announced.clear();
    m_dropped.clear();
    drop(m_prefix);
}

void FeedBudget::dropBusiest()
{
    if (announcesAll()) {
        dropAll();
        if (m_prefix.isEmpty() && m_fallback) {
            for (const auto &prefix : m_fallback(mostPrefixes))
                m_announced.push_back({prefix});
        }
        return;
    }
    const auto busiest = std::max_element(m_announced.begin(), m_announced.end(),
        [](const Announced &a, const Announced &b) { return a.idleNames < b.idleNames; });
    if (busiest != m_announced.end()) {
        drop(busiest->prefix);
        m_announced.erase(busiest);
    }
}

void FeedBudget::noteIdle(const QByteArray &name, qint64 names)
{
    m_idleNames += names;
    for (auto &each : m_announced)
        each.idleNames += name.startsWith(each.prefix) ? names : 0;
}

void FeedBudget::startCounting()
{
    m_idleNames = 0;
    m_secondsOver = 0;
}

bool FeedBudget::endSecond()
{
    const bool isOver = std::exchange(m_idleNames, 0) > m_namesPerSecond;
    m_secondsOver = isOver ? m_secondsOver + 1 : 0;
    if (m_secondsOver < secondsUntilExceeded) {
        for (auto &each : m_announced)
            each.idleNames = 0;
        return false;
    }
    m_secondsOver = 0; // the prefixes keep their counts: the busiest of them is asked for next
    return true;
}

std::vector<QByteArray> FeedBudget::prefixes() const
{
    std::vector<QByteArray> prefixes;
    prefixes.reserve(m_announced.size());
    for (const auto &each : m_announced)
        prefixes.push_back(each.prefix);
    return prefixes;
}

} // namespace lockstep

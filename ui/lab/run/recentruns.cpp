#include "ui/lab/run/recentruns.h"

#include <algorithm>

namespace lockstep {

void RecentRuns::put(const QString &key, const RunPtr &run)
{
    std::erase_if(m_kept, [&](const Kept &kept) { return kept.key == key; });
    m_kept.push_front({key, run, run->history.memory()});
    qint64 sum = 0;
    for (auto it = m_kept.begin(); it != m_kept.end();) {
        sum += it->bytes;
        it = sum > mostBytes && it != m_kept.begin() ? m_kept.erase(it) : std::next(it);
    }
}

RunPtr RecentRuns::find(const QString &key) const
{
    const auto found = std::find_if(
        m_kept.begin(), m_kept.end(), [&](const Kept &kept) { return kept.key == key; });
    return found == m_kept.end() ? nullptr : found->run;
}

} // namespace lockstep

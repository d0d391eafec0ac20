#include "core/watch/feedprefixes.h"

#include <algorithm>
#include <utility>

namespace lockstep {

void FeedPrefixes::count(const QByteArray &key)
{
    const auto colon = key.lastIndexOf(':');
    if (colon >= 2)
        ++m_counts[key.left(colon + 1)];
}

std::vector<QByteArray> FeedPrefixes::ranked(const std::vector<QByteArray> &ofCatalogue) const
{
    std::vector<std::pair<int, QByteArray>> all;
    for (const auto &prefix : ofCatalogue) {
        const auto it = m_counts.lower_bound(prefix);
        if (it != m_counts.end() && it->first.startsWith(prefix))
            all.emplace_back(it->second + 1, prefix);
    }
    for (const auto &[prefix, count] : m_counts)
        all.emplace_back(count, prefix);
    std::sort(
        all.begin(), all.end(), [](const auto &a, const auto &b) { return a.first > b.first; });

    std::vector<QByteArray> prefixes;
    for (const auto &[count, prefix] : all) {
        const auto overlaps = [&prefix = prefix](const QByteArray &other) {
            return other.startsWith(prefix) || prefix.startsWith(other);
        };
        if (std::none_of(prefixes.begin(), prefixes.end(), overlaps))
            prefixes.push_back(prefix);
    }
    return prefixes;
}

} // namespace lockstep

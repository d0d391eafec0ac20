#pragma once

#include "core/watch/values/ttl.h"

#include <algorithm>
#include <iterator>
#include <vector>

namespace lockstep {

// Takes the quarter of the entries that changed least recently out of a map, and what changed at
// the same moment as the latest of them. changedAt: tells the moment of a mapped value.
template <typename Map, typename ChangedAt>
std::vector<typename Map::node_type> takeOldestQuarter(Map &map, const ChangedAt &changedAt)
{
    std::vector<typename Map::node_type> taken;
    if (map.empty())
        return taken;
    std::vector<Instant> moments;
    moments.reserve(map.size());
    for (const auto &[key, value] : map)
        moments.push_back(changedAt(value));
    const auto quarter = moments.begin() + static_cast<std::ptrdiff_t>(moments.size() / 4);
    std::nth_element(moments.begin(), quarter, moments.end());
    for (auto it = map.begin(); it != map.end();) {
        const auto each = it++;
        if (changedAt(each->second) <= *quarter)
            taken.push_back(map.extract(each));
    }
    return taken;
}

} // namespace lockstep

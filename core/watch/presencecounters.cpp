#include "core/watch/presencecounters.h"

#include <algorithm>

namespace lockstep {

std::vector<ItemPtr> presenceCounters(const std::vector<ItemPtr> &counters)
{
    std::vector<ItemPtr> result;
    std::copy_if(
        counters.begin(), counters.end(), std::back_inserter(result), [](const ItemPtr &item) {
            return item->format && item->format->countsPresence() && item->reading.value;
        });
    return result;
}

ItemPtr usersOnline(const std::vector<ItemPtr> &counters, const QByteArrayList &chosen)
{
    const auto presence = presenceCounters(counters);
    for (const QByteArray &key : chosen) {
        const auto it = std::find_if(presence.begin(), presence.end(),
            [&](const ItemPtr &item) { return item->key == key; });
        if (it != presence.end())
            return *it;
    }
    return presence.size() == 1 ? presence.front() : nullptr;
}

} // namespace lockstep

#include "core/watch/snapshot/presencecounters.h"

#include <algorithm>

namespace lockstep {

bool isPresenceCounter(const Item &item)
{
    return item.format && item.format->family() == Family::Counter && item.format->countsPresence()
        && item.reading.value;
}

ItemPtr usersOnline(const std::vector<ItemPtr> &presence, const QByteArrayList &chosen)
{
    for (const QByteArray &key : chosen) {
        const auto it = std::find_if(presence.begin(), presence.end(),
            [&](const ItemPtr &item) { return item->key == key; });
        if (it != presence.end())
            return *it;
    }
    return presence.size() == 1 ? presence.front() : ItemPtr();
}

} // namespace lockstep

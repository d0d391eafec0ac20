#include "ui/watch/rows/placechanges.h"

#include <algorithm>
#include <tuple>

namespace lockstep {

std::vector<PlaceChange> changesBetween(
    const std::vector<ItemPtr> &before, const std::vector<ItemPtr> &after)
{
    std::vector<PlaceChange> changes;
    auto a = before.begin();
    auto b = after.begin();
    for (;;) {
        std::tie(a, b) = std::mismatch(a, before.end(), b, after.end());
        const bool aEnds = a == before.end();
        const bool bEnds = b == after.end();
        if (aEnds && bEnds)
            return changes;
        const int order = aEnds ? 1 : bEnds ? -1 : (*a)->key.compare((*b)->key);
        changes.push_back(
            {order <= 0 ? int(a - before.begin()) : -1, order >= 0 ? int(b - after.begin()) : -1});
        a += order <= 0;
        b += order >= 0;
    }
}

} // namespace lockstep

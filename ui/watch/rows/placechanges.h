#pragma once

#include "core/watch/snapshot/snapshot.h"

#include <vector>

namespace lockstep {

// One difference between two vectors of items that are sorted by key: the places of what changed,
// vanished (after is -1) or came (before is -1).
struct PlaceChange
{
    int before = -1;
    int after = -1;
};

// All differences, in the order of the keys. Equal pointers mean unchanged, so most items cost one
// comparison. Walking over both vectors is most of what a refresh costs, so it is done once.
std::vector<PlaceChange> changesBetween(
    const std::vector<ItemPtr> &before, const std::vector<ItemPtr> &after);

} // namespace lockstep

#pragma once

#include "core/watch/snapshot/snapshot.h"

#include <vector>

namespace lockstep {

// One difference between two vectors of items sorted by key: the indexes of an item that changed,
// vanished (after is -1) or came (before is -1).
struct PlaceChange
{
    int before = -1;
    int after = -1;
};

// All differences in the order of the keys. Equal pointers mean unchanged items, so most items cost
// only one comparison. This walk is the greater part of a refresh, so it is done only once.
std::vector<PlaceChange> changesBetween(
    const std::vector<ItemPtr> &before, const std::vector<ItemPtr> &after);

} // namespace lockstep

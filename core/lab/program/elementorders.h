#pragma once

namespace lockstep {

// The types whose elements a program may see in the server's order.
struct ElementOrders
{
    bool hashes = false;
    bool sets = false;
    bool joinedSets = false; // of several: SUNION, SDIFF
    bool sortedSets = false; // by ZSCAN, which does not go by the scores where there are many
};

} // namespace lockstep

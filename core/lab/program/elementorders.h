#pragma once

namespace lockstep {

// The types whose elements a program may see in the server's order.
struct ElementOrders
{
    bool hashes = false;
    bool sets = false;
    bool joinedSets = false; // what SUNION and SDIFF make of several sets
    bool sortedSets = false; // ZSCAN does not go by the scores where there are many elements
};

} // namespace lockstep

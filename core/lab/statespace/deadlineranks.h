#pragma once

#include "core/lab/node/dataset.h"

namespace lockstep {

struct DeadlinesSet
{
    int node = 0;
    const std::vector<quint32> &keys; // of the node, whose deadline was set now
    bool mayMove = false; // perhaps by taking over that of another key
};

// Deadlines beside those that were set now, and set earlier. In reality time passes in between, so
// such a one may strike first, or much earlier.
struct EarlierDeadlines
{
    bool later = false; // one of them strikes later than one that was set now
    bool equal = false; // or at the same instant
};

// Gives deadlines at the same instant the order in which they were set. before, after: datasets of
// so many nodes.
EarlierDeadlines rankDeadlines(DatasetTable &datasets, const quint32 *before, quint32 *after,
    int nodes, const DeadlinesSet &set);

} // namespace lockstep

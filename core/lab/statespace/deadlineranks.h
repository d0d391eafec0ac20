#pragma once

#include "core/lab/node/dataset.h"

namespace lockstep {

struct DeadlinesSet
{
    int node = 0;
    const std::vector<quint32> &keys; // of the node, whose deadline was set now
    bool mayMove = false; // a key may have taken over the deadline of another one
    qint64 longestTimer = -1; // ms, of those that run; -1: none does
    bool timeMayPass = false;
};

// How deadlines and timers that began earlier lie beside the deadlines that were set now. In
// reality time passes in between, so an earlier one may strike first, or much earlier.
struct EarlierDeadlines
{
    bool later = false; // one of them strikes later than one that was set now
    bool equal = false; // or at the same instant
    // One that was set now strikes later than one with slack that was set before time passed last.
    bool behind = false;
};

// Gives deadlines at the same instant the order in which they were set, and slack to those that
// were set now beside others. before, after: datasets of so many nodes.
EarlierDeadlines rankDeadlines(DatasetTable &datasets, const quint32 *before, quint32 *after,
    int nodes, const DeadlinesSet &set);

} // namespace lockstep

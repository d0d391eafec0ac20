#pragma once

#include "core/lab/node/execution.h"

namespace lockstep {

// The deadlines that one command has set on one server.
struct NewDeadlines
{
    int node = 0;
    const std::vector<quint32> &keys; // keys of the node whose deadline was set now
    const std::vector<MovedDeadline> &moved; // whose key has the deadline of another one now
    bool asMoments = false; // some may have been given as moments, such as that of another deadline
    bool asSpans = false; // some may have been given as so many ms from now
    qint64 longestTimer = -1; // ms left of the longest running timer; -1: no timer runs
    bool timeMayPass = false; // the bound on time steps is not used up
    quint16 setter = 0; // who sets them, see KeyHeld::setter
};

// How deadlines and timers that began earlier lie beside the deadlines that were set now. In
// reality time passes in between, so an earlier one may strike first, or much earlier.
struct EarlierDeadlines
{
    bool later = false; // one of them strikes later than one that was set now
    bool equal = false; // one of them strikes at the same instant as one that was set now
    // One that was set now strikes later than one with slack that was set before time passed last.
    bool behind = false;
    // One that was set now as a moment may be any of several that were set one after the other, so
    // all of them are one: as if they had been set within one ms.
    bool unclear = false;
    bool several = false; // were set now as so many ms from now, by one script or transaction
};

// Gives deadlines at the same instant the order in which they were set (KeyHeld::rank), but for
// those that are the same: of keys that one command sets them for, or that are given the moment of
// another one of their server. Gives slack to those that were set while other
// deadlines or timers ran, and their setter. before, after: the numbers of the datasets of all
// nodes before and after the command; those in `after` are replaced.
EarlierDeadlines rankDeadlines(DatasetTable &datasets, const quint32 *before, quint32 *after,
    int nodes, const NewDeadlines &set);

} // namespace lockstep

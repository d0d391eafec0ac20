#pragma once

#include "core/watch/snapshot/snapshot.h"

namespace lockstep {

// Whether what was found of a family is all there is. From the best to the worst: completeness() of
// all families takes the greatest.
enum class Completeness : quint8 {
    Complete,
    Searching, // not all has been looked at yet, at the beginning or after the connection was lost
    Partial, // some keys are not watched: a part of a Cluster is away, or they would cost too much
    Hidden, // a command that is needed cannot be used: what is there may stay unseen
};

Completeness completeness(const WatchStatus &status, Family family);
// The completeness of all families together: the worst of the three.
Completeness completeness(const WatchStatus &status);

} // namespace lockstep

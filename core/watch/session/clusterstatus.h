#pragma once

#include "core/watch/snapshot/snapshot.h"

namespace lockstep {

// How the watch of a whole Cluster is, from how those of its nodes are: sums of what is counted and
// spent, the worst of all else. leftOut: see ClusterCoverage; address: as it was given.
WatchStatus clusterStatus(
    const std::vector<NodeStatus> &nodes, int leftOut, const QString &address);
// When nothing was seen of one of these, oldest first.
std::vector<UnseenSpan> unseenOfAny(
    const std::vector<std::shared_ptr<const std::vector<UnseenSpan>>> &nodes);

} // namespace lockstep

#pragma once

#include "core/watch/snapshot/snapshot.h"

namespace lockstep {

// How long the objects of a node that answers nothing are shown as they were, while other nodes
// answer. Then they are unknown, and no change of them counts as waiting any more.
inline constexpr auto unseenBeforeHiding = std::chrono::seconds(2);

// The status of the watch of a whole Cluster, from those of its nodes: sums of all counts and
// costs, and the worst of everything else. leftOut: see ClusterCoverage; address: as it was given.
WatchStatus clusterStatus(
    const std::vector<NodeStatus> &nodes, int leftOut, const QString &address);
// The times in which nothing was seen of at least one of the nodes, oldest first.
std::vector<UnseenSpan> unseenOfAny(
    const std::vector<std::shared_ptr<const std::vector<UnseenSpan>>> &nodes);

} // namespace lockstep

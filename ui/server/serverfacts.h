#pragma once

#include "core/watch/snapshot/snapshot.h"
#include "ui/widgets/factlist.h"

namespace lockstep {

// The texts of the Server page, apart from its layout. Unknown values are named as unknown.
using Facts = std::vector<FactList::Fact>;

Facts connectionFacts(const WatchStatus &status, const QString &where, Instant now);
// One line for each node of a Cluster that is watched.
Facts nodeFacts(const std::vector<NodeStatus> &nodes);
Facts watchingFacts(const WatchStatus &status, const std::vector<NodeStatus> &nodes = {});
Facts costFacts(const WatchStatus &status);
// Every ability of the watcher: whether it works, or which permission is missing and which ACL rule
// grants it.
Facts permissionFacts(const WatchStatus &status);

} // namespace lockstep

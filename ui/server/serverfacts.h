#pragma once

#include "core/watch/snapshot/snapshot.h"
#include "ui/widgets/factlist.h"

namespace lockstep {

// What the server page says, apart from how it is laid out. Unknown is said as such.
using Facts = std::vector<FactList::Fact>;

Facts connectionFacts(const WatchStatus &status, const QString &where, Instant now);
// A line for each node of a Cluster that is watched.
Facts nodeFacts(const std::vector<NodeStatus> &nodes);
Facts watchingFacts(const WatchStatus &status);
Facts costFacts(const WatchStatus &status);
// Every ability of the watcher: that it works, or what is missing and which ACL rule gives it.
Facts permissionFacts(const WatchStatus &status);

} // namespace lockstep

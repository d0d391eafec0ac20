#pragma once

#include "core/watch/snapshot/completeness.h"
#include "core/watch/snapshot/snapshot.h"

#include <QString>

namespace lockstep {

// Sentences about how a server is watched. Like errorMessage() they need only QtCore.

// How changes are noticed, and why not in a better way.
QString modeSentence(WatchMode mode, ModeReason reason);
// The same of a server or a Cluster, which is as its slowest nodes are: where the others are not
// watched like that, it says how many of how many are.
QString modeSentence(const WatchStatus &status, const std::vector<NodeStatus> &nodes);

// Which feature does not work without the permission, and the ACL rule that grants it.
QString missingPermissionSentence(const MissingPermission &missing);
// A line with the number of missing permissions.
QString missingPermissionsSentence(const std::vector<MissingPermission> &missing);
// The command that grants that user all of them, to be sent to the server. user: if empty,
// "default". The result is empty if no missing permission can be granted by an ACL rule.
QString aclRules(const QByteArray &user, const std::vector<MissingPermission> &missing);
// The ACL rule that grants what the server's words ask for: "+pttl", "+client|tracking", "%R~*",
// "&__redis__:invalidate".
QString aclRule(const MissingPermission &missing);

// How much of a Cluster is watched: "cluster of 3 primaries, 2 answer".
QString coverageWords(const ClusterCoverage &cluster);
// Whether the server is connected, and if not, why and when the next attempt is.
QString linkSentence(
    const WatchStatus &status, const QString &where = {}, Instant now = Instant::clock::now());
// How far the first pass over the keys is. Empty if all keys have been seen.
QString searchSentence(const WatchStatus &status);
// What is unknown about a family of which `found` items are known. Empty if these are all.
QString completenessSentence(const WatchStatus &status, Family family, qint64 found);
// The number of items found: "≥ 6" if there may be more, and a dash if 0 were found but there may
// be some.
QString foundNumber(qint64 found, Completeness completeness);
// The time until a change is noticed: "27 ms", from a second on "1.2 s".
QString lagWords(Milliseconds time);
// Our share of the server's time: "0.84 %". "≤ 7 %" if the server does not tell and it has to be
// estimated from reply times. A dash before it is measured, and while the server is not seen.
QString shareWords(const WatchStatus &status);

} // namespace lockstep

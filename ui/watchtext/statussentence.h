#pragma once

#include "core/watch/snapshot/completeness.h"
#include "core/watch/snapshot/snapshot.h"

#include <QString>

namespace lockstep {

// Sentences about how a server is watched. Like errorMessage() they need QtCore only.

// How changes are learned of, and why not in the best way.
QString modeSentence(WatchMode mode, ModeReason reason);

// What does not work without the permission, and the ACL rule that gives it.
QString missingPermissionSentence(const MissingPermission &missing);
// How many there are, in a line.
QString missingPermissionsSentence(const std::vector<MissingPermission> &missing);
// What gives all of them to that user (empty: default), to be sent to the server; empty: nothing
// that an ACL rule gives is missing.
QString aclRules(const QByteArray &user, const std::vector<MissingPermission> &missing);
// "+pttl", "+client|tracking", "%R~*", "&__redis__:invalidate": what the server's words ask for.
QString aclRule(const MissingPermission &missing);

// How much of a Cluster is watched: "cluster of 3 primaries, 2 answer".
QString coverageWords(const ClusterCoverage &cluster);
// Whether it is connected, and if not, why and when it tries again.
QString linkSentence(
    const WatchStatus &status, const QString &where = {}, Instant now = Instant::clock::now());
// How far the first pass over the keys is; empty once what was found is all there is.
QString searchSentence(const WatchStatus &status);
// What that leaves unknown of a family of which so many were found; empty where that is all.
QString completenessSentence(const WatchStatus &status, Family family, qint64 found);
// A number of which that much is known: ≥ 6 where there may be more, a dash where 0 were found and
// nobody knows whether there are any.
QString foundNumber(qint64 found, Completeness completeness);
// How late something is known: "27 ms", from a second on "1.2 s".
QString lagWords(Milliseconds time);
// Our share of the server's time: 0.84 %; ≤ 7 % where the server does not tell and reply times are
// all that is known; a dash until it is measured.
QString shareWords(const WatchStatus &status);

} // namespace lockstep

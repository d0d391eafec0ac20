#pragma once

#include "core/watch/snapshot/problem.h"
#include "core/watch/snapshot/snapshot.h"

#include <QJsonObject>
#include <QString>

namespace lockstep {

// The JSON of `watch --once --json` and of the window's export:
// {"at", "server":{"address","version","mode","keysSeen","keysTooLarge","missingCommands"},
// "counters":[{"key","kind","value","ttlMs","confidence","presence","changePerSecond","stoppedMs"}],
// "buckets":[{"key","library","confidence","used","limit","remaining","windowMs","ttlMs","state"}],
// "locks":[{"key","library","confidence","holder","count","ttlMs","ageMs","ageKnown","ageIs",
// "renewals","waiters",
// "state","permits":[{"holder","ttlMs"}],"statistics":{…}}],
// "problems":[{"problems","family","key"}], "holders":[{"host","process","token","keys"}],
// "cost":{"commands","bytes"}}. What is unknown, a TTL that does not exist included, is null. TTLs
// and ages are as of takenAt. Keys and holders are written by
// insertBytes(). README.md says what each field means.
QJsonObject snapshotToJson(const Snapshot &snapshot);

// One line of `watch --follow --json`:
// {"at","event","family","key","library","holder","previous","ttlBeforeMs",
// "ttlAfterMs","value","limit"}; at is UTC with milliseconds.
QJsonObject journalEntryToJson(const JournalEntry &entry);
// The same for a counter that has another value than before: event "changed".
QJsonObject counterChangeToJson(const Item &item, const Snapshot &snapshot);

// ISO 8601 with milliseconds and Z.
QString utcText(std::chrono::system_clock::time_point at);

// What the JSON calls them: "held", "orphanSuspected"; "exhausted"; "atLeast"; "possible";
// "lock"; "handedOver"; "push".
QString lockStateId(LockState state);
QString bucketStateId(BucketState state);
QString ageBoundId(AgeBound bound);
QString confidenceId(Confidence confidence);
QString problemId(ProblemKind kind);
QString familyId(Family family);
QString journalKindId(JournalEntry::Kind kind);
QString watchModeId(WatchMode mode);

} // namespace lockstep

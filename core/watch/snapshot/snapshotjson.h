#pragma once

#include "core/watch/snapshot/snapshot.h"

#include <QJsonObject>

namespace lockstep {

// The JSON of `watch --once --json` and of the window's export:
// {"at", "server":{"address","version","mode","keysSeen","keysTooLarge","missingCommands"},
// "counters":[{"key","kind","value","ttlMs","confidence","presence","changePerSecond","stoppedMs"}],
// "buckets":[{"key","library","confidence","used","limit","remaining","windowMs","ttlMs","state"}],
// "locks":[{"key","library","confidence","holder","count","ttlMs","expires","ageMs","ageKnown",
// "ageIs","renewals","waiters","state","permits":[{"holder","ttlMs"}],"statistics":{…}}],
// "problems":[{"problems","family","key"}], "holders":[{"host","process","token","keys"}],
// "cost":{"commands","bytes"}}. What is unknown, a TTL that does not exist included, is null. TTLs
// and ages are as of takenAt. Keys and holders are written by
// insertBytes(). resources/manual/command-line.md says what each field means.
QJsonObject snapshotToJson(const Snapshot &snapshot);

// One line of `watch --follow --json`:
// {"at","event","family","key","library","holder","previous","ttlBeforeMs",
// "ttlAfterMs","value","limit"}; at is UTC with milliseconds.
QJsonObject journalEntryToJson(const JournalEntry &entry);
// What is told of a counter that has another value than before; it has no kind of its own.
JournalEntry counterChange(const Item &item, const Snapshot &snapshot);
// The same as such a line: event "changed".
QJsonObject counterChangeToJson(const Item &item, const Snapshot &snapshot);

} // namespace lockstep

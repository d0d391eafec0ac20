#pragma once

#include "core/watch/snapshot/snapshot.h"

#include <QJsonObject>

namespace lockstep {

// The JSON of `watch --once --json` and of the window's export: an object with "at", "server",
// "counters", "buckets", "locks", "problems", "alerts", "holders" and "cost". What is unknown, a
// TTL that does not exist included, is null; TTLs and ages are in ms and as of takenAt. The fields
// are listed in resources/manual/command-line.md.
QJsonObject snapshotToJson(const Snapshot &snapshot);

// One line of `watch --follow --json`. The fields and events are listed in
// resources/manual/command-line.md.
QJsonObject journalEntryToJson(const JournalEntry &entry);
// The entry for a counter whose value has changed. Such a change is no JournalEntry::Kind of its
// own.
JournalEntry counterChange(const Item &item, const Snapshot &snapshot);
// Returns this change as a line of JSON, with the event "changed".
QJsonObject counterChangeToJson(const Item &item, const Snapshot &snapshot);

} // namespace lockstep

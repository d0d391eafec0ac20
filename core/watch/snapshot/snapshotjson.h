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
// What is told of a counter that has another value than before; it has no kind of its own.
JournalEntry counterChange(const Item &item, const Snapshot &snapshot);
// The same as such a line: event "changed".
QJsonObject counterChangeToJson(const Item &item, const Snapshot &snapshot);

} // namespace lockstep

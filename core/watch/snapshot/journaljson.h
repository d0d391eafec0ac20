#pragma once

#include "core/watch/snapshot/snapshot.h"

#include <QJsonObject>

namespace lockstep {

// One line of `watch --follow --json`. The fields and events are listed in
// resources/manual/command-line.md.
QJsonObject journalEntryToJson(const JournalEntry &entry);
// The entry for a counter whose value has changed. Such a change is no JournalEntry::Kind of its
// own.
JournalEntry counterChange(const Item &item, const Snapshot &snapshot);
// Returns this change as a line of JSON, with the event "changed".
QJsonObject counterChangeToJson(const Item &item, const Snapshot &snapshot);

} // namespace lockstep

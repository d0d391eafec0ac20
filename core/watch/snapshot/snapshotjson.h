#pragma once

#include "core/watch/snapshot/snapshot.h"

#include <QJsonObject>

namespace lockstep {

// The JSON of `watch --once --json` and of the window's export: an object with "at", "server",
// "counters", "buckets", "locks", "problems", "alerts", "holders" and "cost". What is unknown, a
// TTL that does not exist included, is null; TTLs and ages are in ms and as of takenAt. The fields
// are listed in resources/manual/command-line.md.
QJsonObject snapshotToJson(const Snapshot &snapshot);

} // namespace lockstep

#pragma once

#include "core/watch/snapshot/snapshot.h"

#include <QByteArray>

namespace lockstep {

// RFC 4180, UTF-8, one line an item, whose columns have the names of a snapshot's JSON; what is
// unknown is empty. `at` is UTC, `ageKnown` is false for a lock that is held and may be older than
// its age. Bytes that are not UTF-8 are escaped as \xNN. No cell can start a formula in a
// spreadsheet.
QByteArray snapshotToCsv(const Snapshot &snapshot);

} // namespace lockstep

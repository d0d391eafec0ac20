#pragma once

#include "core/watch/snapshot/snapshot.h"

#include <QByteArray>

namespace lockstep {

// The snapshot as RFC 4180 CSV in UTF-8, one line per item. The columns are named like the fields
// of the snapshot's JSON; unknown values are empty. `at` is UTC. `ageKnown` is false for a held
// lock that may be older than its age. Bytes that are not UTF-8 are escaped as \xNN. No cell can
// start a formula in a spreadsheet.
QByteArray snapshotToCsv(const Snapshot &snapshot);

} // namespace lockstep

#pragma once

#include "core/watch/snapshot.h"

#include <QByteArray>
#include <QStringList>

namespace lockstep {

// RFC 4180, UTF-8, one line an item: family, key, name, library, kind, state, value, limit,
// windowMs, ttlMs, ageMs, renewals, waiters, holder; what is unknown is empty. Bytes that are not
// UTF-8 are escaped as \xNN. No cell can start a formula in a spreadsheet.
QByteArray snapshotToCsv(const Snapshot &snapshot);

// One cell of foreign text: quoted where RFC 4180 asks for it, a leading = + - @ tab or return
// disarmed by '.
QString csvCell(const QString &text);

} // namespace lockstep

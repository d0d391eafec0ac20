#pragma once

#include "core/watch/snapshot/snapshot.h"

#include <QByteArray>
#include <QStringList>

namespace lockstep {

// RFC 4180, UTF-8, one line an item: family, key, name, library, kind, state, value, limit,
// windowMs, ttlMs, ageMs, ageKnown (of a lock that is held: false where it may be older), renewals,
// waiters, holder, at (UTC), server; what is unknown is empty. Bytes that are not UTF-8 are escaped
// as \xNN. No cell can start a formula in a spreadsheet.
QByteArray snapshotToCsv(const Snapshot &snapshot);

// One cell of foreign text: quoted where RFC 4180 asks for it and where it holds a semicolon or a
// tabulator, which separate cells in some countries; a leading = + - @ tab or return disarmed by '.
QString csvCell(const QString &text);

// One cell for the clipboard: on one line, without tabulators, and disarmed likewise unless it is a
// number.
QString tsvCell(const QString &text);

} // namespace lockstep

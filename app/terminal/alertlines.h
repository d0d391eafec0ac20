#pragma once

#include "core/watch/snapshot/snapshot.h"

#include <QStringList>

namespace lockstep {

// The alerts that fire as a table for a terminal, in the words of the window's table: a blank line,
// a heading with their number, the titles, and at most so many rows, the most severe first. Empty
// if none fires. now: the time that measured times refer to. width: cells of a line; 0 is any.
QStringList alertLines(const Snapshot &snapshot, int mostRows, Instant now, int width);

} // namespace lockstep

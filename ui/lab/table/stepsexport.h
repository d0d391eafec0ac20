#pragma once

#include "core/lab/step/steppedrun.h"

#include <QByteArray>

namespace lockstep {

// One line per step: number, step as written in a trace, client, command, reply, changes of keys,
// line of the file, and the checks that are violated after it. Missing values are empty. May be
// called on any thread.
QByteArray stepsToCsv(const SteppedRun &run);

} // namespace lockstep

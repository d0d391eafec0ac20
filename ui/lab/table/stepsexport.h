#pragma once

#include "core/lab/step/steppedrun.h"

#include <QByteArray>

namespace lockstep {

// A line a step: number, step as in a trace, client, command, reply, changes of keys, line of the
// file, checks that do not hold after it. What there is not is empty. Any thread.
QByteArray stepsToCsv(const SteppedRun &run);

} // namespace lockstep

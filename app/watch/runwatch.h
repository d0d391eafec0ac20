#pragma once

#include "app/arguments/arguments.h"

namespace lockstep {

// `lockstep watch`, and `lockstep record`, which follows the journal and writes what it sees to a
// file. Needs a QCoreApplication. Returns the exit status.
int runWatch(const Arguments &arguments);

} // namespace lockstep

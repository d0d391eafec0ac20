#pragma once

#include "app/arguments/arguments.h"

namespace lockstep {

// `lockstep watch`. Needs a QCoreApplication; returns the exit status.
int runWatch(const Arguments &arguments);

} // namespace lockstep

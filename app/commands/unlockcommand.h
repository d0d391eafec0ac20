#pragma once

#include "app/arguments/arguments.h"

namespace lockstep {

// `lockstep unlock`: asks, and then releases one lock if the holder with the given token still has
// it. Needs a QCoreApplication. Returns the exit status.
int runUnlock(const Arguments &arguments);

} // namespace lockstep

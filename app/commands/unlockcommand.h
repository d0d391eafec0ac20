#pragma once

#include "app/arguments/arguments.h"

namespace lockstep {

// `lockstep unlock`: takes one lock from the holder of one token, after asking. Needs a
// QCoreApplication; returns the exit status.
int runUnlock(const Arguments &arguments);

} // namespace lockstep

#pragma once

#include "app/arguments/arguments.h"

namespace lockstep {

// `lockstep history`: prints what a recording has. Returns the exit status.
int runHistory(const Arguments &arguments);

} // namespace lockstep

#pragma once

#include "app/arguments/arguments.h"

namespace lockstep {

// `lockstep history`. Returns the exit status.
int runHistory(const Arguments &arguments);

} // namespace lockstep

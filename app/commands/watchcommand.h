#pragma once

#include "app/arguments/arguments.h"

namespace lockstep {

// `lockstep watch`, and `lockstep record`, which follows and writes down what it sees. Needs a
// QCoreApplication; returns the exit status.
int runWatch(const Arguments &arguments);

} // namespace lockstep

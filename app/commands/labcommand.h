#pragma once

#include "app/arguments/arguments.h"
#include "core/lab/history/run.h"

namespace lockstep {

// `lab list`: prints the scenarios as a table or as JSON. Returns the exit status.
int runLabList(const Arguments &arguments);

// Says in one line how far a run is.
QString progressSentence(const RunProgress &progress);

// `lab run`: plays a scenario and prints the result. Needs a QCoreApplication. Returns the exit
// status.
int runLab(const Arguments &arguments);

} // namespace lockstep

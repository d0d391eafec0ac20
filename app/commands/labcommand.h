#pragma once

#include "app/arguments/arguments.h"
#include "core/lab/history/run.h"

namespace lockstep {

// `lab list`: the scenarios, as a table or JSON. Returns the exit status.
int runLabList(const Arguments &arguments);

// How far a run is, in a line.
QString progressSentence(const RunProgress &progress);

// `lab run`: plays a scenario and prints what came out. Needs an event loop's application object.
// Returns the exit status.
int runLab(const Arguments &arguments);

} // namespace lockstep

#pragma once

#include "core/lab/counterexample/violationtrace.h"

#include <QString>

namespace lockstep {

// Reads a line `lockstep lab replay …` as the command line would: the scenario, its values, bounds,
// assumptions and steps. The bounds are made wide enough for the steps. To find out how wide, this
// may have to take the steps once, and blocks meanwhile.
// Errors: BadInput, with the sentence; those of findScenario().
Result<TracedViolation> stepsOfCommand(const QString &line);

} // namespace lockstep

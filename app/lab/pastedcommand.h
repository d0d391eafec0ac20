#pragma once

#include "core/lab/counterexample/violationtrace.h"

#include <QString>

namespace lockstep {

// The steps that a line `lockstep lab replay …` names, with the scenario, its values, bounds and
// assumptions, as the command line would take them. Their bounds are wide enough for them; to find
// out how wide they have to be it may block for as long as it takes to step them once.
// Errors: BadInput, with the sentence; those of findScenario().
Result<TracedViolation> stepsOfCommand(const QString &line);

} // namespace lockstep

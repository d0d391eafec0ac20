#pragma once

#include "core/lab/counterexample/violationtrace.h"

namespace lockstep {

// Executes the trace and fills in the bounds: those of the scenario where they do. servers: as for
// StateSpace::make(). Errors: BadInput, it does not violate the check with its last step; those of
// Stepper.
Result<TracedViolation> proved(TracedViolation traced, std::vector<Endpoint> servers);

} // namespace lockstep

#pragma once

#include "core/lab/counterexample/violationtrace.h"

namespace lockstep {

// Executes the trace once more on a server and fills in the bounds that it needs, those of the
// scenario where they are enough. servers: as for StateSpace::make(). Errors: BadInput, where it
// does not violate the check with its last step; those of Stepper.
Result<TracedViolation> verifyTrace(TracedViolation traced, std::vector<Endpoint> servers);

} // namespace lockstep

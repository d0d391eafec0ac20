#pragma once

#include "core/lab/statespace/exploreoptions.h"
#include "core/redis/values/error.h"

namespace lockstep {

// Whether steps and explorations of the scenario can be made so: the number of clients, and faults
// that its servers can have. Errors: BadInput, says what is possible. Any thread.
Result<void> checkExploreOptions(const Scenario &scenario, const ExploreOptions &options);

} // namespace lockstep

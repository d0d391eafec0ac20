#pragma once

#include "core/lab/statespace/state/exploreoptions.h"
#include "core/redis/values/error.h"

namespace lockstep {

// Whether the scenario can be stepped and explored with these options: the number of clients, and
// the faults that its servers can have. Errors: BadInput, says what is possible. Any thread.
Result<void> checkExploreOptions(const Scenario &scenario, const ExploreOptions &options);

} // namespace lockstep

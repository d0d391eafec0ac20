#pragma once

#include "core/lab/scenario/scenario.h"

namespace lockstep {

// Whether a script of the scenario may go through a table in Lua's own order, by pairs() or next().
// Of a table whose keys are texts the order depends on these texts, and so does that of names of
// Redis keys, which are longer in the lab than elsewhere and others in each free run.
bool goesThroughTables(const Scenario &scenario);

} // namespace lockstep

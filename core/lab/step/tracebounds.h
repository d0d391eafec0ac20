#pragma once

#include "core/lab/scenario/bounds.h"
#include "core/lab/statespace/exploreoptions.h"
#include "core/lab/statespace/trace.h"
#include "core/redis/values/endpoint.h"

namespace lockstep {

// The bound that a step of this kind uses up; nullptr: none.
const Bound *boundOf(TraceStep::Kind kind);

// The options with their bounds widened where the trace needs more: whoever writes a step down
// wants it taken. Which of its time steps use up a bound is only known once they have been taken
// (see statespacetime.cpp), so a trace with more of them than the bound is replayed; this blocks.
// One that does not fit gets what all of its steps could need. servers: as for StateSpace::make().
// Errors: those of Stepper::make().
Result<ExploreOptions> optionsFor(const ScenarioPtr &scenario, ExploreOptions options,
    const Trace &trace, std::vector<Endpoint> servers = {});

} // namespace lockstep

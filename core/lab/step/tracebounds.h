#pragma once

#include "core/lab/scenario/boundnames.h"
#include "core/lab/statespace/state/exploreoptions.h"
#include "core/lab/statespace/state/trace.h"
#include "core/redis/values/endpoint.h"

namespace lockstep {

// The bound that a step of this kind uses up; nullptr if it uses up none.
const Bound *boundOf(TraceStep::Kind kind);

// The options with their bounds raised to what the trace needs, so that all of its steps can be
// taken. Which steps of time use up the bound is known only after they have been taken (see
// timesteps.cpp), so a trace with more of them than the bound is replayed, which blocks. If it
// cannot be replayed to its end, the bounds allow for all of its steps. servers: as for
// StateSpace::make(). Errors: those of Stepper::make().
Result<ExploreOptions> optionsFor(const ScenarioPtr &scenario, ExploreOptions options,
    const Trace &trace, std::vector<Endpoint> servers = {});

} // namespace lockstep

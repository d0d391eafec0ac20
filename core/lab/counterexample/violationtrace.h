#pragma once

#include "core/lab/history/run.h"
#include "core/lab/statespace/state/exploreoptions.h"
#include "core/lab/statespace/state/trace.h"
#include "core/redis/values/endpoint.h"

#include <chrono>
#include <functional>

namespace lockstep {

// A violation of a free run, as steps.
struct TracedViolation
{
    ScenarioPtr scenario;
    // The options have only as many clients as are needed. The other values are the scenario's own,
    // or the run's where those do not violate the check. Each bound is the scenario's or what the
    // trace needs, whichever is larger. Assumptions that the run did not keep to are left out.
    ExploreOptions options;
    Trace trace; // was replayed: it violates the check with its last step and not before
    size_t check = 0; // place among the scenario's checks
    int plays = 0; // how many traces were tried on the way
};

// Whether the first violation of a check in a run can be turned into steps as far as is known
// before it is tried. Error: BadInput with the reason. check: place among run.results.
Result<void> canBeTraced(const Run &run, size_t check);

// Turns the first violation of a check in a run into steps: the clients that had to do with it are
// stepped in the order in which the servers executed their commands, then everything is left out
// that is not needed. Blocks, for some tenths of a second as a rule. Any thread.
//
// check: place among run.results. shouldContinue: called now and then; false ends it. servers: as
// for StateSpace::make(). limit: how long it may take. Errors: BadInput with the reason, where
// there is no such trace or none was found within the limit; Cancelled; those of Stepper.
Result<TracedViolation> traceViolation(const Run &run, size_t check,
    const std::function<bool()> &shouldContinue = {}, std::vector<Endpoint> servers = {},
    std::chrono::seconds limit = std::chrono::seconds(20));

} // namespace lockstep

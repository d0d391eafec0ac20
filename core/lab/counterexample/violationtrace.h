#pragma once

#include "core/lab/history/run.h"
#include "core/lab/statespace/exploreoptions.h"
#include "core/lab/statespace/trace.h"
#include "core/redis/values/endpoint.h"

#include <chrono>
#include <functional>

namespace lockstep {

// A violation of a free run, as steps.
struct TracedViolation
{
    ScenarioPtr scenario;
    // Only the clients that are needed; else the scenario's own values, or the run's where those do
    // not do. The bounds are the scenario's or what the trace needs, whatever is more. Assumptions
    // that the run did not keep to are not made.
    ExploreOptions options;
    Trace trace; // replayed; violates the check with its last step and not before
    size_t check = 0; // place among the scenario's
    int plays = 0; // how many traces were tried on the way
};

// The trace of the first violation that the run has of a check: the clients that had to do with it
// are stepped in the order in which the servers executed their commands, then everything is left
// out that is not needed. Blocks, for some tenths of a second as a rule; any thread.
//
// check: place among run.results. goOn: asked now and then; false ends it. servers: as for
// StateSpace::make(). limit: nobody waits for what is found later. Errors: BadInput where it cannot
// be had, or not by then, with the reason; Cancelled; those of Stepper.
Result<TracedViolation> traceViolation(const Run &run, size_t check,
    const std::function<bool()> &goOn = {}, std::vector<Endpoint> servers = {},
    std::chrono::seconds limit = std::chrono::seconds(20));

} // namespace lockstep

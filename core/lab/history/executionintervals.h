#pragma once

#include "core/lab/history/history.h"

#include <vector>

namespace lockstep {

struct RoundRecords;

// The moments between which a server executed an operation: after it was sent and before it was
// answered. Where the server's order of execution is known, it was also executed after the previous
// operation in this order had been sent, and before the next one was answered. So an operation
// whose reply was lost has an end, too, and earliest and latest never decrease along the order.
struct ExecutionInterval
{
    Moment earliest = 0;
    Moment latest = never; // never: its reply was lost, and no later operation limits it
};

// Returns one for each of records.operations, in their order; see RoundRecords::executions().
std::vector<ExecutionInterval> executionIntervals(const RoundRecords &records);

} // namespace lockstep

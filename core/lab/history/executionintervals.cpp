#include "core/lab/history/executionintervals.h"

#include "core/lab/history/roundrecords.h"

#include <algorithm>
#include <map>

namespace lockstep {

std::vector<ExecutionInterval> executionIntervals(const RoundRecords &records)
{
    const auto operations = records.operations;
    std::vector<ExecutionInterval> executions;
    std::vector<size_t> ordered;
    executions.reserve(operations.size());
    for (size_t i = 0; i < operations.size(); ++i) {
        executions.push_back({operations[i].called, operations[i].returned});
        if (operations[i].order != none)
            ordered.push_back(i);
    }
    std::sort(ordered.begin(), ordered.end(),
        [&](size_t a, size_t b) { return operations[a].order < operations[b].order; });
    // These hold for each node the latest call among the operations passed so far, going forwards
    // through the order of execution, and the earliest return, going backwards.
    std::map<quint8, Moment> called, returned;
    for (const size_t i : ordered) {
        Moment &last = called.try_emplace(operations[i].node, operations[i].called).first->second;
        last = executions[i].earliest = std::max(last, operations[i].called);
    }
    for (auto at = ordered.rbegin(); at != ordered.rend(); ++at) {
        const Operation &operation = operations[*at];
        Moment &next = returned.try_emplace(operation.node, operation.returned).first->second;
        next = executions[*at].latest = std::min(next, operation.returned);
    }
    return executions;
}

} // namespace lockstep

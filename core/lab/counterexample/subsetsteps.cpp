#include "core/lab/counterexample/subsetsteps.h"

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

using Kind = TraceStep::Kind;

// Whether the step goes before the other one: their commands were on the way at the same time, and
// its thread has the higher number of the two threads of one process.
bool goesFirst(const RanStep &step, const RanStep &other, const Operation *operations)
{
    return step.kind == Kind::Client && other.kind == Kind::Client && step.process == other.process
        && step.thread > other.thread
        && operations[step.operation].called < operations[other.operation].returned;
}

} // namespace

bool isOfProcess(Kind kind)
{
    return kind != Kind::Time && kind != Kind::Restart && kind != Kind::Failover;
}

std::vector<RanStep> stepsOf(const ClientSubset &subset, const RoundOrder &order)
{
    const size_t all = order.steps.size();
    std::vector<size_t> from(order.processes.size(), all);
    size_t begin = all;
    size_t end = 0;
    for (size_t i = 0; i < subset.processes.size(); ++i) {
        const RanProcess &process = order.processes[subset.processes[i]];
        from[subset.processes[i]] = std::max(subset.from[i], process.first);
        begin = std::min(begin, from[subset.processes[i]]);
        end = std::max(end, std::min(process.last + 1, all));
    }
    std::vector<RanStep> steps;
    for (size_t i = 0; i < end; ++i) {
        const RanStep &step = order.steps[i];
        const bool isOfSetup = step.kind == Kind::Time && step.operation == none;
        if (i < begin ? isOfSetup : !isOfProcess(step.kind) || from[step.process] <= i)
            steps.push_back(step);
    }
    return steps;
}

bool putThreadsInTurn(std::vector<RanStep> &steps, const Operation *operations)
{
    bool isMoved = false;
    for (size_t i = 1; i < steps.size(); ++i) {
        for (size_t j = i; j > 0 && goesFirst(steps[j], steps[j - 1], operations); --j) {
            std::swap(steps[j], steps[j - 1]);
            isMoved = true;
        }
    }
    return isMoved;
}

} // namespace lockstep

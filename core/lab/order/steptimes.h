#pragma once

#include "core/lab/order/executedsteps.h"

namespace lockstep {

// The difference between the servers' clock and the run's. All servers of a run are on one machine,
// so one offset is enough for all of them.
struct ClockOffset
{
    Moment runMinusServer = 0; // ns
    Moment error = 0; // ns by which it may be off; `never` if unknown

    [[nodiscard]] Moment toRun(qint64 micros) const { return micros * 1000 + runMinusServer; }
    [[nodiscard]] qint64 toServerMs(Moment moment) const
    {
        return (moment - runMinusServer) / 1'000'000;
    }
};

// The steps of all servers in the order of their execution. nodes: the steps of each server in its
// order, matched with their operations.
std::vector<ExecutedStep> mergedSteps(
    std::vector<std::vector<ExecutedStep>> nodes, const History &history);

// Finds the offset from when operations were sent and answered. steps: as mergedSteps() returns
// them.
ClockOffset clockOffset(
    const std::vector<ExecutedStep> &steps, const History &history, const Round &round);

// Sets ExecutedStep::at of each step. steps: as mergedSteps() returns them.
void placeInTime(std::vector<ExecutedStep> &steps, const ClockOffset &clock, const History &history,
    const Round &round);

} // namespace lockstep

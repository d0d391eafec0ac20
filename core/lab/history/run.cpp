// Makes the options of a free run of what a file says. If the file allows the loss of a node and
// does not say when, it is lost after 20 ms, so that the usual clients, whose rounds last some tens
// of milliseconds, are in the middle of something.

#include "core/lab/history/run.h"

namespace lockstep {

namespace {

constexpr qint64 usualMs = 20;

std::chrono::milliseconds lossAfter(qint64 stated, int budget, bool isPossible)
{
    if (!isPossible)
        return {};
    return std::chrono::milliseconds(stated == 0 && budget > 0 ? usualMs : stated);
}

} // namespace

RunOptions RunOptions::of(const Scenario &scenario)
{
    using std::chrono::milliseconds;
    const FreeDefaults &free = scenario.free;
    RunOptions options;
    options.settings = scenario.freeDefaults();
    options.rounds = free.rounds;
    options.repeats = free.repeats;
    options.crash.probability = free.crash;
    options.pause.probability = free.pause;
    options.pauseLength = milliseconds(free.pauseMs);
    options.delay = milliseconds(free.delayMs);
    options.work = milliseconds(free.workMs);
    options.failoverAfter = lossAfter(free.failoverMs, scenario.bounds.failovers, scenario.replica);
    options.restartAfter = lossAfter(free.restartMs, scenario.bounds.restarts, !scenario.replica);
    return options;
}

} // namespace lockstep

#pragma once

#include "core/lab/history/run.h"
#include "core/lab/lua/localvariables.h"
#include "core/lab/statespace/blockedby.h"
#include "core/lab/statespace/exploreoptions.h"
#include "core/lab/statespace/trace.h"

#include <memory>
#include <span>

namespace lockstep {

class Stepper;

// What a step did to a key.
struct KeyEffect
{
    QByteArray key; // without the prefix
    int node = 0;
    QByteArray before; // as people write it, some hundred bytes; empty: it did not exist
    QByteArray after;
    qint64 ttlBefore = -1; // virtual ms; -1: none
    qint64 ttlAfter = -1;
    bool isOtherValue = false; // before and after may be equal where they are shortened
};

// A step that was taken.
struct StepTaken
{
    TraceStep step;
    int client = -1; // index; -1: of the environment
    // Without the prefix; empty: of the environment. Of a thread that goes on: what it waited for.
    QByteArray command;
    int line = 0; // of the file; 0: none
    QByteArray reply; // as people write it
    std::vector<KeyEffect> keys; // but for those whose TTL only ran on
    quint32 violated = 0; // checks that do not hold after it: bit i, the i-th of the scenario
    quint32 operation = none; // in the history; none: it has none
    int node = 0; // the command was sent to it
};

// A step that could come next: the next command of each thread, and what the environment may do.
struct StepAhead
{
    TraceStep step;
    int client = -1; // index; -1: time or a node; of a crash or pause: whose
    // That would be sent; empty: of the environment. Of a thread that waits: what for.
    QByteArray command;
    int line = 0;
    BlockedBy blockedBy = BlockedBy::None;
    QByteArray awaited; // key, channel or mutex, where blockedBy names one
    int node = 0; // the command would be sent to it

    [[nodiscard]] bool isPossible() const { return blockedBy == BlockedBy::None; }
};

// Of the threads of a client that have any: the thread's number, the variables.
using ClientVariables = std::vector<std::pair<int, std::vector<LocalVariable>>>;
// Of all clients; the runs after each step share those of the steps before it.
using StepVariables = std::shared_ptr<const std::vector<ClientVariables>>;

// How far a stepped run is, as it is shown. Never changes; a new one comes after each step.
struct SteppedRun
{
    ScenarioPtr scenario;
    ExploreOptions options;
    Trace trace; // of the steps taken
    std::vector<StepTaken> steps; // as many
    std::vector<StepAhead> ahead; // in a fixed order: threads by client, then the environment
    // What was ahead before each of the steps that were taken.
    std::vector<std::vector<StepAhead>> aheadBefore;
    std::vector<StepVariables> variables; // before the first step, then after each one
    Ending ending = Ending::Open;
    quint32 violatedAtOnce = 0; // checks, before the first step
    int undone = 0; // steps that can be taken once more
    // As one round of a run, for whatever shows runs. Of the results, those of checks that hold
    // finally are Undecided until it ends. In the history, step n lasts from second n - 1 to
    // second n; what comes of the last one half a second more.
    RunPtr round;
    QByteArray server; // "redis 7.0.15"

    // The first step after which one of these checks does not hold; 0: before the first step.
    [[nodiscard]] std::optional<int> firstViolation(quint32 checks = ~quint32(0)) const;
};
using SteppedRunPtr = std::shared_ptr<const SteppedRun>;

// What the clock of every stepped run says before its first step: ms since 1970.
qint64 steppedClockBeginning();

// What was ahead after so many steps, in the order of SteppedRun::ahead.
const std::vector<StepAhead> &aheadAt(const SteppedRun &run, int step);

// What the clients said by the step with this number, from 1; 0: before the first one.
std::span<const MarkRecord> marksOf(const SteppedRun &run, int step);

// As it is now. before: how it was shown before, of the same run or of a fork: what they share is
// not looked at again.
SteppedRunPtr steppedRun(
    const Stepper &stepper, int undone = 0, const SteppedRun *before = nullptr);

} // namespace lockstep

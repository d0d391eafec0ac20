#pragma once

#include "core/lab/history/run.h"
#include "core/lab/lua/localvariables.h"
#include "core/lab/statespace/state/exploreoptions.h"
#include "core/lab/statespace/state/trace.h"
#include "core/lab/statespace/steps/blockedby.h"

#include <chrono>
#include <memory>
#include <optional>
#include <span>

namespace lockstep {

// What a step did to a key.
struct KeyEffect
{
    QByteArray key; // without the prefix
    int node = 0;
    QByteArray before; // shortened to some hundred bytes; empty if it did not exist
    QByteArray after;
    // On the clock of the keys; nothing where there is no key or no TTL.
    std::optional<std::chrono::milliseconds> ttlBefore, ttlAfter;
    bool isOtherValue = false; // the values differ, even if their shortened texts are equal
};

// A step that was taken.
struct StepTaken
{
    TraceStep step;
    int client = -1; // index; -1 if it is a step of the environment
    // The command without the prefix; empty for a step of the environment. For a thread that goes
    // on after a wait: what it waited for.
    QByteArray command;
    int line = 0; // line of the file; 0 if there is none
    QByteArray reply; // as people write it
    std::vector<KeyEffect> keys; // not those whose TTL only ran down
    quint32 violated = 0; // checks that do not hold after it: bit i, the i-th of the scenario
    quint32 operation = none; // number of its operation in the history, or none
    int node = 0; // the command was sent to it
};

// A step that could come next: the next command of each thread, and what the environment may do.
struct StepAhead
{
    TraceStep step;
    int client = -1; // index, for a crash or pause too; -1 for time and nodes
    // The command that would be sent; empty for a step of the environment. For a waiting thread:
    // what it waits for.
    QByteArray command;
    int line = 0;
    BlockedBy blockedBy = BlockedBy::None;
    QByteArray awaited; // the key, channel or mutex that blockedBy is about, if any
    int node = 0; // the command would be sent to it

    [[nodiscard]] bool isPossible() const { return blockedBy == BlockedBy::None; }
};

// The local variables of a client: by number of the thread, without threads that have none.
using ClientVariables = std::vector<std::pair<int, std::vector<LocalVariable>>>;
// The local variables of all clients at one moment. Successive SteppedRuns share them.
using StepVariables = std::shared_ptr<const std::vector<ClientVariables>>;

// A snapshot of a stepped run, for whatever shows it. It is never changed; a new one is made after
// each step.
struct SteppedRun
{
    ScenarioPtr scenario;
    ExploreOptions options;
    Trace trace; // of the steps taken
    std::vector<StepTaken> steps; // one for each step of the trace
    std::vector<StepAhead> ahead; // in a fixed order: threads by client, then the environment
    // The possible steps before each of the steps that were taken.
    std::vector<std::vector<StepAhead>> aheadBefore;
    std::vector<StepVariables> variables; // before the first step, then after each one
    Ending ending = Ending::Open;
    quint32 violatedAtOnce = 0; // checks that are violated before the first step, as bits
    int undone = 0; // number of steps that can be redone
    // The stepped run as one round of a Run, for whatever shows runs. Checks that must hold finally
    // are Undecided until it ends. In the history, step n lasts from second n - 1 to second n, and
    // the run ends half a second after the last step.
    RunPtr round;
    QByteArray server; // "redis 7.0.15"

    // The first step after which one of these checks does not hold; 0: before the first step.
    [[nodiscard]] std::optional<int> firstViolation(quint32 checks = ~quint32(0)) const;
};
using SteppedRunPtr = std::shared_ptr<const SteppedRun>;

// The time at which every stepped run begins on its virtual clock, in ms since 1970.
qint64 steppedClockBeginning();

// The possible steps after so many steps, in the order of SteppedRun::ahead.
const std::vector<StepAhead> &aheadAt(const SteppedRun &run, int step);

// The step of the environment of that kind that comes first among those, a possible one before all
// others; nullptr if there is none. Kind Pause stands for Resume as well. client: whom a crash, a
// pause or the loss of a request has to concern; steps of other kinds concern nobody.
const StepAhead *environmentStepAt(
    const SteppedRun &run, int step, TraceStep::Kind kind, int client);

// The marks that the clients made in the step with this number, counted from 1; 0 for those made
// before the first step.
std::span<const MarkRecord> marksOf(const SteppedRun &run, int step);

} // namespace lockstep

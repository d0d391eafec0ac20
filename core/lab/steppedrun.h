#pragma once

#include "core/lab/exploration.h"
#include "core/lab/history.h"
#include "core/lab/verdict.h"

#include <QList>

#include <memory>

namespace lockstep {

// What a step did to a key.
struct KeyChange
{
    QByteArray key; // without the prefix
    int node = 0;
    QByteArray before; // as people write it; empty: it did not exist
    QByteArray after;
    qint64 ttlBefore = -1; // virtual ms; -1: none
    qint64 ttlAfter = -1;
};

// A step that was taken.
struct StepTaken
{
    TraceStep step;
    int client = -1; // index; -1: of the environment
    QByteArray command; // without the prefix; empty: work(), or of the environment
    int line = 0; // of the file; 0: none
    QByteArray reply; // as people write it
    std::vector<KeyChange> keys;
    quint32 violated = 0; // checks that do not hold after it: bit i, the i-th of the scenario
};

// A step that is thinkable now: the next command of each thread, and what the environment may do.
struct StepAhead
{
    TraceStep step;
    int client = -1;
    QByteArray command; // that would be sent; empty: work(), or of the environment
    int line = 0;
    bool isPossible = false;
    QString hindrance; // why it is not, in a few words; empty: it is possible
};

// How far a stepped run is, as it is shown. Never changes; a new one comes after each step.
struct SteppedRun
{
    ScenarioPtr scenario;
    ExploreOptions options;
    Trace trace; // of the steps taken
    std::vector<StepTaken> steps; // as many
    std::vector<StepAhead> ahead;
    bool isOver = false; // no step is possible; how it ended is in the results
    std::vector<CheckResult> results; // in the order of the scenario's checks
    History history; // for the timeline: a step is a second
    QByteArray server; // "redis 7.0.15"
};
using SteppedRunPtr = std::shared_ptr<const SteppedRun>;

} // namespace lockstep

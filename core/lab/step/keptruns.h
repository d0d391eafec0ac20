#pragma once

#include "core/lab/statespace/state/exploreoptions.h"
#include "core/lab/statespace/state/trace.h"

#include <QString>

#include <map>
#include <optional>

namespace lockstep {

// A stepped run as it is kept while nobody looks at it: all that is needed to take the same steps
// again.
struct KeptRun
{
    int number = 0; // in its name
    int from = 0; // number of the run it was forked from; 0 if of none
    int fromStep = 0;
    QString origin; // where else it comes from, in English; originWords() translates it
    ExploreOptions options;
    Trace trace;
    int step = 0; // where the cursor stands: after so many steps

    bool operator==(const KeptRun &) const = default;
};

// The stepped runs of one scenario.
struct KeptRuns
{
    QByteArray source; // hash of the file that they were stepped with
    std::vector<KeptRun> open; // in the order of their tabs
    std::vector<KeptRun> closed; // those that can be reopened; the one closed last is at the end
    int current = 0; // index of the shown one in open
    int lastNumber = 0; // the highest number that a run has been given

    bool operator==(const KeptRuns &) const = default;
};

// What was set and done for one scenario in stepping and exploring.
struct KeptScenario
{
    // What the user has set; nothing if the file's defaults count.
    std::optional<ExploreOptions> options;
    bool isExplored = false; // it was explored with these options; the result is not kept
    KeptRuns runs;

    bool operator==(const KeptScenario &) const = default;
};

using KeptLab = std::map<QString, KeptScenario>; // by the key of the scenario

} // namespace lockstep

#pragma once

#include "core/lab/statespace/exploreoptions.h"
#include "core/lab/statespace/trace.h"

#include <QString>

#include <map>
#include <optional>

namespace lockstep {

// A stepped run as it is kept while nobody looks at it: what it takes to go the same way again.
struct KeptRun
{
    int number = 0; // as it is called
    int from = 0; // number of the run it was forked from; 0: none
    int fromStep = 0;
    QString origin; // or where it comes from: not yet translated, see originWords()
    ExploreOptions options;
    Trace trace;
    int step = 0; // the cursor

    bool operator==(const KeptRun &) const = default;
};

// The stepped runs of one scenario.
struct KeptRuns
{
    QByteArray source; // hash of the file that they were made with
    std::vector<KeptRun> open;
    std::vector<KeptRun> closed; // that can be opened again, the last one at the end
    int present = 0; // place among the open ones
    int lastNumber = 0;

    bool operator==(const KeptRuns &) const = default;
};

// What was set and done for one scenario in stepping and exploring.
struct KeptScenario
{
    std::optional<ExploreOptions> options; // that are set
    bool isExplored = false; // with them; is soon found again
    KeptRuns runs;

    bool operator==(const KeptScenario &) const = default;
};

using KeptLab = std::map<QString, KeptScenario>; // by the key of the scenario

} // namespace lockstep

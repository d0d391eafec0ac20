#pragma once

#include "core/lab/scenario/scenario.h"

#include <QtGlobal>

#include <algorithm>
#include <vector>

namespace lockstep {

// How a scenario is explored or stepped.
struct ExploreOptions
{
    Settings settings; // complete and checked
    Bounds bounds;
    std::vector<Assumption> assumptions;
    bool rememberAnswers = true; // false: equal transitions are executed each time, not once
    bool mergeStates = true; // false: each interleaving is walked by itself; for small scenarios
    int deepest = 20'000; // steps; an interleaving that is longer is taken to be endless
    qint64 memoryLimit = 0; // bytes that a search may use in all; 0: usualMemoryLimit()
    qint64 mapLimit = 4000; // states; an exploration with more of them has no map

    // The defaults that the scenario's file has.
    static ExploreOptions of(const Scenario &scenario)
    {
        ExploreOptions options;
        options.settings = scenario.defaults();
        options.bounds = scenario.bounds;
        options.assumptions = scenario.assumptions;
        return options;
    }

    [[nodiscard]] bool assumes(Assumption assumption) const
    {
        return std::find(assumptions.begin(), assumptions.end(), assumption) != assumptions.end();
    }

    bool operator==(const ExploreOptions &) const = default;
};

} // namespace lockstep

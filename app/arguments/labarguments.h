#pragma once

#include "core/lab/explore/exploration.h"
#include "core/lab/history/run.h"
#include "core/lab/scenario/boundnames.h"
#include "core/redis/values/error.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace lockstep {

// What `lab` and `shot lab:ID[:TRACE]` say about a run. A field without a value leaves that to the
// scenario.
struct LabArguments
{
    enum class Expected : quint8 { Held, Violated };

    QString scenario; // the id of a scenario, or the path of its file
    QStringList others; // lab run, lab explore: further scenarios; lab check: files and folders
    QString exercise; // lab check --exercise
    std::optional<std::chrono::milliseconds> limit; // lab check --limit, for each exploration
    std::optional<Expected> expected; // --expect
    bool json = false;
    Settings settings; // --clients, --set
    std::optional<int> rounds;
    std::optional<int> repeats;
    std::optional<quint64> seed;
    std::optional<std::chrono::milliseconds> duration; // --for
    std::optional<RunOptions::Fault> crash;
    std::optional<RunOptions::Fault> pause;
    std::optional<std::chrono::milliseconds> pauseLength;
    std::optional<std::chrono::milliseconds> delay;
    std::optional<std::chrono::milliseconds> work;
    std::optional<Trace> trace; // lab replay, shot lab:ID:TRACE
    bool explored = false; // shot lab:ID:explore
    std::vector<std::pair<int Bounds::*, int>> bounds; // lab explore, or with a trace: --time, …
    std::optional<qint64> memoryMB; // --memory
    bool withoutAssumptions = false; // --no-assumptions
    std::vector<Assumption> assumptions; // --assume, in place of the scenario's
    bool withoutOrder = false; // --no-exact-order

    // The scenario's options of a free run, with those of the command line in their place.
    // Errors: BadInput, a parameter that the scenario does not have or a value out of its range.
    [[nodiscard]] Result<RunOptions> optionsFor(const Scenario &of) const;
    // The options of stepping and exploring, made in the same way. The bounds are made wide enough
    // for the trace.
    [[nodiscard]] Result<ExploreOptions> explorationOf(const Scenario &of) const;
};

} // namespace lockstep

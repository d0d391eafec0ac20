#pragma once

#include "core/lab/explore/explorationmap.h"
#include "core/lab/history/marked.h"
#include "core/lab/history/verdict.h"
#include "core/lab/statespace/exploreoptions.h"
#include "core/lab/statespace/unexplored.h"

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

namespace lockstep {

// The first way to break a check: fewest environment steps, then fewest preemptions, then fewest
// steps. Where it is not the smallest: of those that were come by, one with the fewest steps.
struct Counterexample
{
    int environment = 0;
    int preemptions = 0;
    int steps = 0;
    Trace trace; // replayed on the server before it is told
    // False: the walk ended early, or the memory for the search of the smallest one was used up.
    bool isSmallest = true;
};

struct CheckFinding
{
    Check check;
    CheckOutcome verdict = CheckOutcome::Holds; // or Violated, or Undecided
    QByteArray violating = "0"; // interleavings, decimal
    std::optional<Counterexample> counterexample;
};

// What was found out. Bounded is never called proven: bounds and assumptions belong to it.
struct Exploration
{
    ScenarioPtr scenario;
    ExploreOptions options;
    CheckOutcome verdict = CheckOutcome::Holds; // or Violated, or Undecided
    std::vector<CheckFinding> checks; // in the order of the scenario's
    std::optional<Counterexample> counterexample; // the smallest of them all
    Marked marked; // on any way
    std::vector<Unexplored> unexplored; // that real clients might have done
    qint64 states = 0;
    qint64 transitions = 0;
    qint64 memory = 0; // bytes, of what was walked
    qint64 memoryLimit = 0; // bytes; reached: undecided, and said
    qint64 executed = 0; // on a server; the rest were remembered answers
    QByteArray interleavings = "0"; // complete ones, decimal: they may be more than 64 bits hold
    QByteArray violating = "0"; // of at least one check
    QByteArray undecided = "0";
    bool endsForbidden = false; // some of these because an assumption keeps time from passing
    bool outOfMemory = false; // the walk ended early
    bool endless = false; // likewise: an interleaving goes on and on
    bool cancelled = false; // the walk ended early, or only ways are missing
    bool walked = false; // everything was executed
    [[nodiscard]] bool endedEarly() const
    {
        return outOfMemory || endless || (cancelled && !walked);
    }
    std::chrono::nanoseconds took{};
    QByteArray server; // "redis 7.0.15"
    std::shared_ptr<const ExplorationMap> map; // nullptr: there are too many states
};
// Interleavings are counted up to 2^128 - 1. A decimal count that says so many stands for as many
// or more: "more than 3.4 × 10^38".
constexpr const char *mostInterleavings = "340282366920938463463374607431768211455";

using ExplorationPtr = std::shared_ptr<const Exploration>;

struct ExploreProgress
{
    qint64 states = 0;
    qint64 transitions = 0;
    int depth = 0;
    std::chrono::nanoseconds elapsed{};
};

} // namespace lockstep

#pragma once

#include "core/lab/explore/interleavingmap.h"
#include "core/lab/history/markednames.h"
#include "core/lab/history/verdict.h"
#include "core/lab/statespace/state/exploreoptions.h"
#include "core/lab/statespace/steps/unexplored.h"

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

namespace lockstep {

// The first way to break a check: fewest environment steps, then fewest preemptions, then fewest
// steps. If isSmallest is false: the one with the fewest steps of those that were found.
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
    // Or Violated, or Undecided, or NotChecked: a key held something that is no number.
    CheckOutcome verdict = CheckOutcome::Holds;
    QByteArray violating = "0"; // how many interleavings violate it, in decimal digits
    std::optional<Counterexample> counterexample;
};

// The result of an exploration. It holds for its bounds and assumptions only, so it is never called
// proven.
struct Exploration
{
    ScenarioPtr scenario;
    ExploreOptions options;
    CheckOutcome verdict = CheckOutcome::Holds; // or Violated, Undecided, NotChecked
    std::vector<CheckFinding> checks; // in the order of the scenario's
    std::optional<Counterexample> counterexample; // the smallest of them all
    MarkedNames marked; // what programs marked in any interleaving
    std::vector<Unexplored> unexplored; // what real clients might do and was not executed
    qint64 states = 0;
    qint64 transitions = 0;
    qint64 memory = 0; // bytes that the states and steps took
    qint64 memoryLimit = 0; // bytes; the walk ends early when it needs more
    qint64 executed = 0; // commands executed on a server; other answers were remembered
    QByteArray interleavings = "0"; // complete ones, decimal: they may be more than 64 bits hold
    QByteArray violating = "0"; // of at least one check
    QByteArray undecided = "0";
    bool endsForbidden = false; // some of these because an assumption keeps time from passing
    bool outOfMemory = false; // the walk ended early
    bool endless = false; // likewise: an interleaving goes on and on
    // cancel() came before the end. If walked is true nevertheless, only counterexamples are
    // missing.
    bool cancelled = false;
    bool walked = false; // every interleaving within the bounds was executed
    [[nodiscard]] bool endedEarly() const
    {
        return outOfMemory || endless || (cancelled && !walked);
    }
    std::chrono::nanoseconds took{};
    QByteArray server; // "redis 7.0.15"
    std::shared_ptr<const InterleavingMap> map; // nullptr: there are too many states
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

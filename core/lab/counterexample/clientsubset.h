#pragma once

#include "core/lab/counterexample/roundorder.h"

#include <optional>

namespace lockstep {

// Some of the processes of a round, which may be enough to show how a check was violated.
struct ClientSubset
{
    std::vector<size_t> processes;
    std::vector<size_t> from; // for each process, the first step of the round that is followed

    friend auto operator<=>(const ClientSubset &, const ClientSubset &) = default;
};

// The subsets to try, some hundreds at the most: the processes that the violation names, then also
// those that were at work at the same time. Small subsets come before large ones.
std::vector<ClientSubset> clientSubsets(
    const RoundOrder &order, const Violation &violation, quint32 firstOperation);

// The client that each process becomes when only some processes take part.
struct ClientNumbers
{
    std::vector<int> ofProcess; // by process: its client; -1: it does not take part
    Settings settings; // with as many clients as there are
};

// Each process becomes the first free client of its role and its app server. in: where all values
// but the numbers of clients come from. Nothing: no settings of the scenario give so many clients
// of those roles.
std::optional<ClientNumbers> clientNumbersFor(const std::vector<size_t> &processes,
    const RoundOrder &order, const Scenario &scenario, const Settings &in);

} // namespace lockstep

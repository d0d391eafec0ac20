#pragma once

#include "core/lab/counterexample/roundorder.h"

#include <optional>

namespace lockstep {

// Processes of a run that may be enough to show what happened.
struct ClientSubset
{
    std::vector<size_t> processes;
    std::vector<size_t> from; // of each, the step of the round from which on it is looked at

    friend auto operator<=>(const ClientSubset &, const ClientSubset &) = default;
};

// Which processes to try: those that the violation names, then those that were at work at the same
// time; few before many. No more than some hundreds.
std::vector<ClientSubset> clientSubsets(
    const RoundOrder &order, const Violation &violation, quint32 firstOperation);

// Which client a process is when only some of them take part.
struct ClientNumbers
{
    std::vector<int> ofProcess; // client; -1: it does not take part
    Settings settings; // with as many clients as there are
};

// A process becomes the first free client of its role and its app server. in: the values of all but
// the clients. Nothing: the scenario has no settings with so many clients of those roles.
std::optional<ClientNumbers> clientNumbersFor(const std::vector<size_t> &processes,
    const RoundOrder &order, const Scenario &scenario, const Settings &in);

} // namespace lockstep

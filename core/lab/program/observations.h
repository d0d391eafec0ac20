#pragma once

#include "core/lab/program/elementorders.h"
#include "core/lab/scenario/scenario.h"

#include <string_view>
#include <vector>

namespace lockstep {

class CommandTable;

// What the programs and scripts of a scenario may see of a server beyond the values of keys. Where
// they may see it, a state holds it and is larger for that. What no state can hold is refused in
// steps and explorations.
struct Observations
{
    bool time = false; // the server's clock, or deadlines as instants
    // How long keys have to live, as TTL and as PTTL tell it. What is done with that is looked for
    // where the name of the command stands, so each has to stand there by itself.
    bool remainingSeconds = false;
    bool remainingMs = false;
    ElementOrders orders; // the order of elements
    bool replica = false; // which writes have reached the replica

    // Looks at the commands that stand as texts in the file and in the scripts that it names.
    static Observations of(const Scenario &scenario);

    // Why a program may not send the command; empty if it may.
    [[nodiscard]] QByteArray refusalOf(
        const std::vector<std::string_view> &words, const CommandTable &commands) const;
    // The same for what a script does; what programs may not send, scripts may not call.
    [[nodiscard]] QByteArray refusalOfScript(
        std::string_view source, const CommandTable &commands) const;
};

} // namespace lockstep

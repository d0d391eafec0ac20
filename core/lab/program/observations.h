#pragma once

#include "core/lab/program/elementorders.h"
#include "core/lab/scenario/scenario.h"

#include <string_view>
#include <vector>

namespace lockstep {

class CommandTable;

// What the programs and scripts of a scenario may see of a server beyond values and the time that
// keys have left: a state holds it, where they do, and is larger for it. And what no state holds,
// which is refused in steps and explorations.
struct Observations
{
    bool time = false; // the server's clock, or deadlines as instants
    bool remaining = false; // how long keys have to live
    ElementOrders orders; // the order of elements

    // By the commands that the file and the scripts it names have as texts.
    static Observations of(const Scenario &scenario);

    // Why a program may not send the command; empty: it may.
    [[nodiscard]] QByteArray refusalOf(
        const std::vector<std::string_view> &words, const CommandTable &commands) const;
    // The same for what a script does; what programs may not send, scripts may not call.
    [[nodiscard]] QByteArray refusalOfScript(
        std::string_view source, const CommandTable &commands) const;
};

} // namespace lockstep

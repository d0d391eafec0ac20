#pragma once

#include "app/arguments/arguments.h"

#include <functional>

namespace lockstep {

// The outcome of the command for one scenario.
struct CommandEnd
{
    int status = 0; // exit status
    bool isInterrupted = false; // by Ctrl-C: the remaining scenarios are not begun
};

// Calls runOne for every scenario that the command names, one after the other. All of them are
// looked up before the first begins. If there are several, a line with its name precedes the output
// of each; JSON is one line each. Returns the exit status: the worst of all (failed is worse than
// violated). If a scenario cannot be read or isUsable() refuses it, nothing is run and the status
// is that of refuse().
// runOne: gets the arguments as if they named that scenario alone.
int forEachScenario(const Arguments &arguments,
    const std::function<Result<void>(const Scenario &scenario)> &isUsable,
    const std::function<CommandEnd(const ScenarioPtr &scenario, const Arguments &arguments)>
        &runOne);

} // namespace lockstep

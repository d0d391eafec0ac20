#pragma once

#include "app/arguments/arguments.h"

#include <functional>

namespace lockstep {

// What became of one scenario.
struct CommandEnd
{
    int status = 0;
    bool isInterrupted = false; // the scenarios after it are not begun
};

// Does the same for every scenario that the command names, one after the other. All of them are
// looked for before the first begins. Where there are several, a line with the name stands before
// what is said of each; of JSON each is a line of its own. Returns the exit status: the worst of
// all (failed, then violated), or where one cannot be read or isUsable() refuses it that of
// refuse().
//
// runOne: is given the arguments as if they named that scenario alone.
int forEachScenario(const Arguments &arguments,
    const std::function<Result<void>(const Scenario &scenario)> &isUsable,
    const std::function<CommandEnd(const ScenarioPtr &scenario, const Arguments &arguments)>
        &runOne);

} // namespace lockstep

#pragma once

#include "core/lab/luavalue.h"
#include "core/lab/scenario.h"

namespace lockstep {

// What is wrong with a file's table, and where. line 0: it is not known.
struct ScenarioMistake
{
    int line = 0;
    QByteArray sentence;
};

// Fills the scenario from the file's table; source tells the order of the parameters. False: the
// mistake is set.
bool readScenario(const LuaValue &table, Scenario *scenario, ScenarioMistake *mistake);
// The checks of a list, whose place in the file says when. functions: how many there were before.
bool readChecks(const LuaValue &table, Check::When when, Scenario *scenario, int *functions,
    ScenarioMistake *mistake);

} // namespace lockstep

#pragma once

#include "core/lab/loader/fieldreader.h"

namespace lockstep {

// Fills the scenario from the file's table; source tells the order of the parameters. False: the
// mistake is set.
bool readScenario(const LuaValue &table, Scenario *scenario, ScenarioMistake *mistake);
// Parts of it, each after those above it. params:
bool readParameters(const LuaValue &table, Scenario *scenario, ScenarioMistake *mistake);
// free: parameters, and words of its own. After replica.
bool readFree(const LuaValue &table, Scenario *scenario, ScenarioMistake *mistake);
// bounds, assume:
bool readBounds(const LuaValue &table, Scenario *scenario, ScenarioMistake *mistake);
bool readAssumptions(const LuaValue &table, Scenario *scenario, ScenarioMistake *mistake);
// The checks of the field list, which must hold when it says. functions: how many there were
// before.
bool readChecks(const LuaValue &table, const QByteArray &list, Check::When when, Scenario *scenario,
    int *functions, ScenarioMistake *mistake);
// exercise: it may have bounds, assumptions and checks of its own.
bool readExercise(const LuaValue &table, Scenario *scenario, ScenarioMistake *mistake);

} // namespace lockstep

#pragma once

#include "core/lab/loader/fieldreader.h"

namespace lockstep {

// Fills the scenario from the file's table; source tells the order of the parameters. Returns false
// after setting *mistake.
bool readScenario(const LuaValue &table, Scenario *scenario, ScenarioMistake *mistake);
// The following read parts of the table and are called in this order. This one reads `params`.
bool readParameters(const LuaValue &table, Scenario *scenario, ScenarioMistake *mistake);
// Reads `free`: values of parameters, and options that only free runs have. Needs scenario->replica
// to be set.
bool readFree(const LuaValue &table, Scenario *scenario, ScenarioMistake *mistake);
// These read `bounds` and `assume`.
bool readBounds(const LuaValue &table, Scenario *scenario, ScenarioMistake *mistake);
bool readAssumptions(const LuaValue &table, Scenario *scenario, ScenarioMistake *mistake);
// Reads the checks in the field called `list`, which must hold at the time `when`. *functions: how
// many check functions were read before; counted up.
bool readChecks(const LuaValue &table, const QByteArray &list, Check::When when, Scenario *scenario,
    int *functions, ScenarioMistake *mistake);
// Reads `exercise`, which may have its own bounds, assumptions and checks.
bool readExercise(const LuaValue &table, Scenario *scenario, ScenarioMistake *mistake);

} // namespace lockstep

#pragma once

#include "core/lab/loader/fieldreader.h"

namespace lockstep {

// Fills the scenario from the file's table; source tells the order of the parameters. Returns false
// after setting *mistake.
bool readScenario(const LuaValue &table, Scenario *scenario, ScenarioMistake *mistake);
// Read `bounds` and `assume` alone, which an exercise may have of its own.
bool readBounds(const LuaValue &table, Scenario *scenario, ScenarioMistake *mistake);
bool readAssumptions(const LuaValue &table, Scenario *scenario, ScenarioMistake *mistake);

} // namespace lockstep

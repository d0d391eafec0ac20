#pragma once

#include "core/lab/loader/fieldreader.h"

namespace lockstep {

// Reads `exercise`, which may have its own bounds, assumptions and checks. All else has to be read
// by then. Returns false after setting *mistake.
bool readExercise(const LuaValue &table, Scenario *scenario, ScenarioMistake *mistake);

} // namespace lockstep

#pragma once

#include "core/lab/loader/fieldreader.h"

namespace lockstep {

// Reads `params`. scenario->source tells their order. Returns false after setting *mistake, as the
// next one does.
bool readParameters(const LuaValue &table, Scenario *scenario, ScenarioMistake *mistake);
// Reads `free`: values of parameters, which have to be read by then, and options that only free
// runs have. Needs scenario->replica to be set.
bool readFree(const LuaValue &table, Scenario *scenario, ScenarioMistake *mistake);

} // namespace lockstep

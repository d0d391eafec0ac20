#pragma once

#include "core/lab/loader/fieldreader.h"

namespace lockstep {

// Reads the checks in the field called `list`, which must hold at the time `when`. *functions: how
// many check functions were read before; counted up. Returns false after setting *mistake.
bool readChecks(const LuaValue &table, const QByteArray &list, Check::When when, Scenario *scenario,
    int *functions, ScenarioMistake *mistake);

} // namespace lockstep

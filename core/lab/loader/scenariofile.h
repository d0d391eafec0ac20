#pragma once

#include "core/lab/scenario/scenario.h"
#include "core/redis/values/error.h"

#include <vector>

namespace lockstep {

// Reads a scenario from its Lua text, which is run in the Lua sandbox (luasandbox.h) to get at its
// table; no client starts. path: for messages and to read shipped files again.
// Errors: BadInput; the detail is "FILE:LINE: what was wrong, what was expected".
Result<ScenarioPtr> scenarioFromText(const QByteArray &text, const QString &path);

// Errors: FileUnreadable, and those of scenarioFromText.
Result<ScenarioPtr> scenarioFromFile(const QString &path);

// The scenarios that come with the program, in the order in which they are taught. Tests make sure
// that all of them can be read.
const std::vector<ScenarioPtr> &shippedScenarios();

// A shipped scenario by its id, or a file by its path (whatever holds a '/' or ends in .lua).
// Errors: BadInput (no such id; the detail names the nearest ones), and those of scenarioFromFile.
Result<ScenarioPtr> findScenario(const QString &idOrPath);

} // namespace lockstep

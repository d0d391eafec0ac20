#pragma once

#include "core/lab/step/keptruns.h"
#include "core/redis/values/error.h"

#include <QJsonObject>

namespace lockstep {

// {"scenarios": {key: {"options": {…}, "explored": true|false, "source": hash, "present",
// "lastNumber", "open": [{"number", "from", "fromStep", "origin", "settings", "bounds",
// "assumptions", "trace", "step"}], "closed": […]}}}
QJsonObject keptLabToJson(const KeptLab &lab);
// Reads what keptLabToJson() wrote. Numbers out of range become the nearest valid ones. Errors:
// BadInput if a trace cannot be parsed.
Result<KeptLab> keptLabFromJson(const QJsonObject &document);

} // namespace lockstep

#pragma once

#include "core/lab/step/keptruns.h"
#include "core/redis/values/error.h"

#include <QJsonObject>

namespace lockstep {

// {"scenarios": {key: {"options": {…}, "explored": true|false, "source": hash, "present",
// "lastNumber", "open": [{"number", "from", "fromStep", "origin", "settings", "bounds",
// "assumptions", "trace", "step"}], "closed": […]}}}
QJsonObject keptLabToJson(const KeptLab &lab);
// Numbers that nothing can be done with become the nearest that something can. Errors: BadInput: a
// trace is none.
Result<KeptLab> keptLabFromJson(const QJsonObject &document);

} // namespace lockstep

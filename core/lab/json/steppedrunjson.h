#pragma once

#include "core/lab/step/steppedrun.h"

#include <QJsonObject>

namespace lockstep {

// The JSON of `lab replay --json`, the same in every language:
// {"scenario","settings":{…},"bounds":{…},"assumptions":[…] (as of `lab explore`),"trace":["A1",…],
// "violated":true|false,"ending":"open"|"complete"|"stuck"|"undecided","beginning":{"marks",
// "violated"},"steps":[{"step","client","line","command","reply","keys":[{"key","node","before",
// "after","ttlBeforeMs","ttlAfterMs"}],"marks":[{"client","kind":"enter"|"leave"|"count"|"event",
// "name","value"}],"violated":[checks that do not hold after it]}],"checks":[{"check","when",
// "verdict":"violated"|"holds"|"undecided","step": the first that violates
// it}],"possible":[{"step", "client","line","command"}],"hindered":[the
// same,"hindrance","awaited"],"server":"7.0.15"} Whatever does not apply (the command of a step of
// time, the value of a key that does not exist, …) is null.
QJsonObject steppedRunToJson(const SteppedRun &run);

} // namespace lockstep

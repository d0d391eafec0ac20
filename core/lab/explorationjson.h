#pragma once

#include "core/lab/exploration.h"

#include <QJsonArray>
#include <QJsonObject>

namespace lockstep {

// The JSON of `lab explore --json`, the same in every language:
// {"scenario","verdict":"violated"|"holds"|"undecided","settings":{…},"bounds":{"time","crashes",
// "pauses","restarts","failovers","lostRequests"},"assumptions":["work_shorter_than_lease","timers_on_time"],
// "states","transitions","executed","interleavings","violating","undecided" (decimal texts),
// "seconds","checks":[{"check","when","verdict","violating","counterexample"}],"counterexample":
// {"environment","preemptions","steps","trace":["A1",…]} or null,"outOfMemory","cancelled",
// "endless","server":"7.0.15"}
QJsonObject explorationToJson(const Exploration &exploration);
// Parts of it.
QJsonArray assumptionsToJson(const std::vector<Assumption> &assumptions);
QJsonObject boundsToJson(const Bounds &bounds);

} // namespace lockstep

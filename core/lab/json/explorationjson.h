#pragma once

#include "core/lab/explore/exploration.h"

#include <QJsonArray>
#include <QJsonObject>

namespace lockstep {

// The JSON of `lab explore --json`, the same in every language:
// {"scenario","verdict":"violated"|"holds"|"undecided","settings":{…},"bounds":{"time","crashes",
// "pauses","restarts","failovers","lostRequests"},"assumptions":["work_shorter_than_lease","timers_on_time"],
// "states","transitions","executed","interleavings","violating","undecided" (decimal texts),
// "seconds","hasChecks","checks":[{"check","name","when","verdict","violating","counterexample"}],"counterexample":
// {"environment","preemptions","steps","trace":["A1",…]} or null,"outOfMemory","cancelled",
// "endless","server":"7.0.15","mistake":null,"mistakeTrace":null}
QJsonObject explorationToJson(const Exploration &exploration);
// Returns such a document for a scenario that could not be explored because of a mistake in it: the
// verdict is "undecided", "mistake" is the sentence, and "mistakeTrace" has the steps that led to
// it, or null if it happened before the first step.
QJsonObject mistakeToJson(const ScenarioPtr &scenario, const ExploreOptions &options,
    const QString &mistake, const Trace &way);
// These two are parts of the document that other documents have, too. The first is the name that
// the file gives the check, in English; null if it has none.
QJsonValue checkNameToJson(const Check &check);
QJsonArray assumptionsToJson(const std::vector<Assumption> &assumptions);
QJsonObject boundsToJson(const Bounds &bounds);

} // namespace lockstep

#pragma once

#include "core/lab/run.h"
#include "core/lab/violationtrace.h"

#include <QJsonArray>
#include <QJsonObject>

namespace lockstep {

// The JSON of `lab run --json`, the same in every language:
// {"scenario","server","settings":{…},"rounds","repeats","seed","exactOrder","stopped",
// "operations","seconds","operationsPerSecond","counts":{…},"violatedRounds",
// "checks":[{"check","when","verdict","violatedRounds","possibleRounds","first"}],
// "violations":[…],"mistake"}. verdict: "holds", "violated", "possible", "undecided", "notChecked".
// first: null, or {"check","certain","round" from 1,"atMs" and "untilMs" since the round began,
// "clients","key","actual","allowed","sentence","operations":[{"client","command","reply","line",
// "calledMs","returnedMs","order"}]}; violations holds those that are certain, with "trace":
// {"settings":{…},"bounds":{…},"assumptions":[…],"steps":["A1",…]} where they can be stepped. What
// is unknown is null. traces: by check.
using TracePtr = const TracedViolation *;
QJsonObject runToJson(const Run &run, const std::vector<TracePtr> &traces = {});

// [{"id","family","title":{"en","zh_CN"},"fix","nodes","parameters":[{"name","value","freeRun","minimum",
// "maximum","unit"}],"checks":[{"check","when"}]}]
QJsonArray scenariosToJson(const std::vector<ScenarioPtr> &scenarios);

} // namespace lockstep

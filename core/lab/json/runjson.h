#pragma once

#include "core/lab/counterexample/violationtrace.h"
#include "core/lab/history/run.h"

#include <QJsonArray>
#include <QJsonObject>

namespace lockstep {

// The JSON of `lab run --json`, the same in every language:
// {"scenario","server","settings":{…},"rounds","repeats","seed","exactOrder","stopped",
// "serverLost","unfinished","waiting","operations","seconds","operationsPerSecond","counts":{…},
// "marked":{"entered":[…],"counted":[…],"events":[…]},"violatedRounds",
// "checks":[{"check","when","verdict","violatedRounds","possibleRounds","cutShortRounds",
// "noNumberRounds","neverMarked":[…],"first"}],"violations":[…],"mistake"}.
// verdict: "holds", "violated", "possible", "undecided", "notChecked". unfinished: the most clients
// that had neither finished nor crashed when a round ended; waiting: the most clients that then
// waited for others. cutShortRounds: in which there was no time to judge all. noNumberRounds: in
// which a key held no number, where one was to be judged. neverMarked: names in the check that no
// client ever marked. first: null, or {"check","certain","round" from 1,"atMs"
// and "untilMs" since the round began,"clients","key","actual","allowed","sentence","operations":
// [{"client","command","reply","line","calledMs","returnedMs","order"}]}; violations holds those
// that are certain, with "trace": {"settings":{…},"bounds":{…},"assumptions":[…],"steps":["A1",…]}
// where they can be stepped. What is unknown is null. traces: one for each check, in the scenario's
// order; may be empty.
using TracePtr = const TracedViolation *;
QJsonObject runToJson(const Run &run, const std::vector<TracePtr> &traces = {});

// [{"id","family","title":{"en", and each other language that the file
// has},"fix","nodes","parameters":[{"name","value","freeRun","minimum",
// "maximum","unit"}],"checks":[{"check","when"}]}]
QJsonArray scenariosToJson(const std::vector<ScenarioPtr> &scenarios);

} // namespace lockstep

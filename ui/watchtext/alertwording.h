#pragma once

#include "core/watch/alerts/alert.h"

#include <QString>

#include <optional>

namespace lockstep {

// The measured value of a condition: "31.2 s", "94 %", "+52/s". value: as in Alert. Empty if the
// condition has no measure or the value is unknown.
QString alertValue(const AlertCondition &condition, const std::optional<double> &value);
// The condition as written in the rules file, with the measured value: "held > 30s, now 31.2 s".
QString alertWhat(const AlertRule &rule, const std::optional<double> &value);
// The same of an alert at a moment while it fires: a time goes on although nothing is read.
QString alertWhatAt(const Alert &alert, Instant at);
QString severityWord(Severity severity); // "critical"

} // namespace lockstep

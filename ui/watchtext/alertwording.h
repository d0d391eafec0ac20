#pragma once

#include "core/watch/formats/alertrule.h"

#include <QString>

#include <optional>

namespace lockstep {

// What was measured of a condition, as a person reads it: "31.2 s", "94 %", "+52/s". value: as of
// Alert. Empty: the condition has no measure, or it is not known.
QString alertValue(const AlertCondition &condition, const std::optional<double> &value);
// The condition as the rules file has it, and what was measured: "held > 30s, now 31.2 s".
QString alertWhat(const AlertRule &rule, const std::optional<double> &value);
QString severityWord(Severity severity); // "critical"

} // namespace lockstep

#pragma once

// How a rule is said to a person; plain text.

#include "core/watch/formats/rules.h"

namespace lockstep::rulewords {

QString patternHelp(); // what the characters of a pattern stand for
QString unclosedPattern(); // why it cannot be used
QString matches(qsizetype count); // how many of the watched keys match it

// "Rate limit", "As recognised", "Ignored".
QString treatment(const Rule &rule);
// "60 per 5 m 00 s", "60", "per 1.0 s"; empty: the rule gives neither a limit nor a window.
QString limit(const Rule &rule);

} // namespace lockstep::rulewords

#pragma once

// Texts about a rule for people; plain text.

#include "core/watch/formats/rules.h"

namespace lockstep::rulewords {

QString patternHelp(); // explains the characters of a pattern
QString unclosedPattern(); // says why such a pattern is invalid
QString matches(qsizetype count); // says how many of the watched keys match

// "Rate limit", "As recognised", "Ignored".
QString treatment(const Rule &rule);
// "60 per 5 m 00 s", "60", "per 1.0 s"; empty if the rule has neither a limit nor a window.
QString limit(const Rule &rule);

} // namespace lockstep::rulewords

#pragma once

#include "core/lab/exercise/grading.h"

#include <QJsonObject>

namespace lockstep {

// A line of `lab check --json`, the same in every language: {"file","exercise","solved","outcome":
// "solved"|"malformed"|"violated"|"doesNoWork"|"nothingMarked"|"undecided"|"failed","check","name",
// "trace":["A1",…],"mistake"}; what does not apply is null.
QJsonObject gradeToJson(const Grade &grade, const QString &file, const Scenario &exercise);

} // namespace lockstep

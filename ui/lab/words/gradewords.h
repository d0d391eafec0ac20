#pragma once

#include "core/lab/exercise/grading.h"

namespace lockstep {

// Whether a submission solves its exercise, and why not: plain text in the language of the program.
QString gradeSentence(const Grade &grade);

} // namespace lockstep

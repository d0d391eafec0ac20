#pragma once

// Why a trace cannot be taken, said to a person: plain text in the language of the program.

#include "core/lab/step/steppedrun.h"
#include "core/redis/values/error.h"

#include <QString>

namespace lockstep {

// Of a text that traceFromText() refused with that error: which word is not a step, and what is.
QString misreadWords(const QString &text, const Error &error);
// Why the trace goes no further than the run that it was replayed as; empty: not because a step of
// it does not fit.
QString refusalWords(const SteppedRun &run, const Trace &refused);

} // namespace lockstep

#pragma once

// Why a trace cannot be taken, said to a person: plain text in the language of the program.

#include "core/lab/step/steppedrun.h"
#include "core/redis/values/error.h"

#include <QString>

namespace lockstep {

// What is wrong with a text that traceFromText() refused: which word is no step, and what is one.
QString misreadWords(const QString &text, const Error &error);
// The number, from 1, of the first step of a refused trace that cannot be taken; 0 if every step
// can be taken. run: the trace as far as it was replayed, where steps by which a thread only goes
// on may have been left out.
int firstRefusedStep(const SteppedRun &run, const Trace &refused);
// Which step of a refused trace cannot be taken, and why. run: the trace as far as it was replayed.
// Empty if every step can be taken, so that the trace was refused for another reason.
QString refusalWords(const SteppedRun &run, const Trace &refused);

} // namespace lockstep

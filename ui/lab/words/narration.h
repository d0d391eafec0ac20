#pragma once

#include "core/lab/step/steppedrun.h"

#include <QString>
#include <QStringList>

// What a step of a stepped run means, said to a person: plain text in the language of the program.
// Nothing is guessed: all of it follows from the replies, the keys and the marks up to that step.
namespace lockstep {

// The key that a SET was sent for and had that value and TTL already; empty: it is none.
QByteArray keyLeftAsItWas(const StepTaken &taken);

// What somebody who looks at this step alone would miss, a sentence each: that a value which was
// read is old by now, whose key was deleted, what a client that crashed leaves behind. step: its
// number, from 1.
QStringList consequences(const SteppedRun &run, int step);

// What the step did, and the first of its consequences: "B changes stock from 1 to 0. A read 1
// before: that is old now." Empty: before the first step.
QString narration(const SteppedRun &run, int step);

} // namespace lockstep

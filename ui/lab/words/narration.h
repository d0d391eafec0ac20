#pragma once

#include "core/lab/step/steppedrun.h"

#include <QCoreApplication>
#include <QString>
#include <QStringList>

#include <vector>

// What a step of a stepped run means, said to a person: plain text in the language of the program.
// Nothing is guessed: all of it follows from the replies, the keys and the marks up to that step.
namespace lockstep {

// The key that a SET was sent for and had that value and TTL already; empty: it is none.
QByteArray keyLeftAsItWas(const StepTaken &taken);

// The key that a PEXPIRE or EXPIRE was sent for and had that deadline already; empty: it is none.
QByteArray keyOfSameDeadline(const StepTaken &taken);

// What somebody who looks at this step alone would miss, a sentence each: that a value which was
// read is old by now, whose key was deleted or renewed, whom a message reaches, what a client that
// crashed leaves behind. step: its number, from 1.
QStringList consequences(const SteppedRun &run, int step);
// The consequences of all steps, the first step's first, at the cost of one walk over them.
std::vector<QStringList> consequencesOfAll(const SteppedRun &run);

// What the step did, and what follows: "B changes stock from 1 to 0. What A read from stock before,
// 1, is out of date now." Empty: before the first step.
QString narration(const SteppedRun &run, int step);

// Translates all of this.
class Narration
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::Narration)
};

} // namespace lockstep

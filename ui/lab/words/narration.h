#pragma once

#include "core/lab/step/steppedrun.h"

#include <QCoreApplication>
#include <QString>
#include <QStringList>

#include <vector>

// What a step of a stepped run means, said to a person: plain text in the language of the program.
// Nothing is guessed: all of it follows from the replies, the keys and the marks up to that step.
namespace lockstep {

// The key of a SET that changed nothing because the key had that value and TTL already. Empty for
// every other step.
QByteArray keyLeftAsItWas(const StepTaken &taken);

// The key of a PEXPIRE or EXPIRE that changed nothing because the key had that deadline already.
// Empty for every other step.
QByteArray keyOfSameDeadline(const StepTaken &taken);

// What cannot be seen from this step alone, one sentence for each fact: that a value which was read
// is out of date, whose key was deleted or renewed, which clients a message reaches, which keys a
// crashed client leaves behind. step is counted from 1; empty if the run has no such step.
QStringList consequences(const SteppedRun &run, int step);
// The consequences of every step, in order. Takes one pass over the run, where calling
// consequences() for each step would take one pass per step.
std::vector<QStringList> consequencesOfAll(const SteppedRun &run);

// What the step did, and what follows: "B changes stock from 1 to 0. What A read from stock before,
// 1, is out of date now." Empty if step is not the number of a step of the run.
QString narration(const SteppedRun &run, int step);

// The translation context of all these sentences.
class Narration
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::Narration)
};

} // namespace lockstep

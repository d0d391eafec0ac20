#pragma once

// Steps, what hinders them and what they did, said to a person: plain text in the language of the
// program.

#include "core/lab/history/run.h"
#include "core/lab/step/steppedrun.h"
#include "ui/lab/words/verdictwords.h"

#include <QString>

#include <optional>

namespace lockstep {

// The name of a client, shortened where it is long. Where the run has no such client: its number.
QString clientName(const SteppedRun &run, int client);
// Whose step it is: "A", or "A, thread 2". Empty for a step of the environment, as time that
// passes.
QString stepperName(const SteppedRun &run, const TraceStep &step);
// The action of a step that was taken, or that could be: the command, "server 1: " before it where
// there are several, "work()", "let time pass", "crash A".
QString actionWords(const SteppedRun &run, const StepTaken &taken);
QString actionWords(const SteppedRun &run, const StepAhead &ahead);
// Why a step cannot be taken now, as "waits until lock is gone". Empty where it can be taken.
QString blockedWords(const StepAhead &ahead);
// Answers somebody who asked for a step that cannot be taken: a sentence, which also says how to
// raise the bound if a bound forbids the step.
QString refusalWords(const SteppedRun &run, const StepAhead &ahead);
// What a step changed: "lock A-1 → –, stock 1 → 0". A change on another server than the command was
// sent to is shown with that server. Of a token bucket, which is a hash, the tokens are shown.
QString effectWords(const SteppedRun &run, const StepTaken &taken);
// What the violated checks ask for. Bit i of violated stands for the i-th check of the scenario.
QString violatedChecksWords(const SteppedRun &run, quint32 violated);

// In which options a run (own) differs from those that were set when it was opened (set). Empty
// where it differs in none.
QString ownOptionsWords(
    const Scenario &scenario, const ExploreOptions &own, const ExploreOptions &set);

// What is known of a run after its first `step` steps.
struct SteppedVerdict
{
    std::optional<CheckOutcome> outcome; // nothing: no check is violated so far, and it can go on
    QString sentence;
    QString details; // step, bounds, assumptions, server
};
SteppedVerdict verdictOf(const SteppedRun &run, int step);

// Why a run that went on by chance after its first `from` steps goes on no longer. Empty if the
// verdict says why: a check is violated, or it has ended.
QString haltWords(const SteppedRun &run, int from);

// Which checks do not hold after the first `step` steps, or were broken by the last of these. Bit i
// stands for the i-th check of the scenario; a scenario has 16 at most.
quint32 violatedAt(const SteppedRun &run, int step);
// The first step, counted from 1, at which two runs differ. 0 where they are equal, or where one of
// them is the beginning of the other.
int firstDifference(const SteppedRun &one, const SteppedRun &other);

} // namespace lockstep

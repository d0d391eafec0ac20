#pragma once

// Steps, what hinders them and what they did, said to a person: plain text in the language of the
// program.

#include "core/lab/history/run.h"
#include "core/lab/statespace/unexplored.h"
#include "core/lab/step/steppedrun.h"
#include "ui/lab/words/verdictwords.h"

#include <QString>

#include <optional>

namespace lockstep {

// Shortened where it is long; its number where the run has no such client.
QString clientName(const SteppedRun &run, int client);
// "A", "A, thread 2": whose step it is; empty: of the environment.
QString stepperName(const SteppedRun &run, const TraceStep &step);
// What is taken or would be: the command, "server 1: " before it where there are several, "work()",
// "let time pass", "crash A".
QString actionWords(const SteppedRun &run, const StepTaken &taken);
QString actionWords(const SteppedRun &run, const StepAhead &ahead);
// Why it cannot be taken: "waits until lock is gone". Empty: it can.
QString blockedWords(const StepAhead &ahead);
// The same to whoever asked for it, in a sentence; of a bound also how to raise it.
QString refusalWords(const SteppedRun &run, const StepAhead &ahead);
// "lock A-1 → –, stock 1 → 0"; what happens elsewhere than where the command was sent, with the
// server. A bucket is told by its tokens.
QString effectWords(const SteppedRun &run, const StepTaken &taken);
// What a violated check is, as of that step: "two holders", …; -1: before the first one.
QString brokenWords(const SteppedRun &run, quint32 violated);

// "2 clients, ≤ 1 time step, no crash, no pause".
QString boundsWords(const Scenario &scenario, const ExploreOptions &options);
// "not explored: …", or empty: it is all there is.
QString unexploredWords(const std::vector<Unexplored> &unexplored);
QString assumptionWords(Assumption assumption); // "work is shorter than the lease"
// "assumed: …"; empty: nothing is.
QString assumedWords(const std::vector<Assumption> &assumptions);

// What a run has otherwise than what was set when it was opened. Empty: nothing.
QString ownOptionsWords(
    const Scenario &scenario, const ExploreOptions &own, const ExploreOptions &set);

// The run after so many of its steps. Without a kind: nothing is violated so far, and it goes on.
struct SteppedVerdict
{
    std::optional<CheckOutcome> outcome;
    QString sentence;
    QString details; // step, bounds, assumptions, server
};
SteppedVerdict verdictOf(const SteppedRun &run, int step);

// Checks that do not hold after so many steps, or by the last of them: bit i, the i-th.
quint32 violatedAt(const SteppedRun &run, int step);
// The first step, from 1, at which two runs are not the same; 0: one is how the other begins.
int firstDifference(const SteppedRun &one, const SteppedRun &other);

} // namespace lockstep

#pragma once

// The sentences about the result of an exploration, its bounds and assumptions: plain text in the
// language of the program. Every verdict names the bounds that it holds within, because a bounded
// search proves no more.

#include "core/lab/explore/exploration.h"
#include "core/lab/statespace/steps/unexplored.h"
#include "ui/lab/words/verdictwords.h"

#include <QString>

namespace lockstep {

Verdict verdictOf(const Exploration &exploration);
// The text for a count that equals mostInterleavings, which means that there are more than the
// explorer can count.
QString beyondCountingWords();
// "Undecided in 2 of 6 interleavings", and why. undecided and all are formatted counts.
QString undecidedWords(
    const Exploration &exploration, const QString &undecided, const QString &all);
// "Holds in all 6 interleavings". Adds a reservation where a name in a check was never marked, and
// says so where the scenario has no checks. count: the formatted number of interleavings.
QString holdsWords(const Exploration &exploration, const QString &count);
// "shortest way: A1 B1". Says "found so far" instead if the exploration ended early, and "before
// the first step" if the initial state violates the check. way: the text that describes the
// counterexample.
QString smallestWords(const Counterexample &found, bool endedEarly, const QString &way);
// Why the exploration ended before everything was executed: "the memory for it, 2.0 GiB, was used
// up". Empty if it executed everything.
QString earlyEndWords(const Exploration &exploration);
// A hint for a violated sum_equals under "always": it is also checked between a command and the
// count that follows it, so it fails there although nothing is wrong at the end. Empty for every
// other finding.
QString sumHintWords(const CheckFinding &finding);
// The result of one check: "72 interleavings · 5 steps, 1 of them time or a fault, 1 preemption".
// endedEarly: whether its exploration ended early; then the interleavings were not counted.
QString findingWords(const CheckFinding &finding, bool endedEarly);
// "“stock” held something that is no number", for all checks that could not be judged.
QString notCheckedWords(const Exploration &exploration);
// The exploration's verdict, but NotChecked instead of Holds if the scenario has no checks.
CheckOutcome outcomeOf(const Exploration &exploration);
// How far a running exploration has come: "12 345 states · depth 31 · 85 000 transitions/s".
QString progressWords(const ExploreProgress &progress);
// The bounds of an exploration: "2 clients, ≤ 1 time step, no crash, no pause".
QString boundsWords(const Scenario &scenario, const ExploreOptions &options);
// Says "not explored: …". Empty where everything was explored.
QString unexploredWords(const std::vector<Unexplored> &unexplored);
QString assumptionWords(Assumption assumption); // "work is shorter than the lease"
// Says "assumed: …". Empty where nothing is assumed.
QString assumedWords(const std::vector<Assumption> &assumptions);
// What the violated checks ask for. Bit i of violated stands for exploration.checks[i].
QString violatedChecksWords(const Exploration &exploration, quint32 violated);

} // namespace lockstep

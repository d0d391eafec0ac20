#pragma once

// What an exploration came to, said to a person: plain text in the language of the program. The
// bounds belong to every verdict: bounded is never called proven.

#include "core/lab/explore/exploration.h"
#include "ui/lab/words/verdictwords.h"

#include <QString>

namespace lockstep {

Verdict verdictOf(const Exploration &exploration);
// What is said in place of a count that is mostInterleavings.
QString beyondCountingWords();
// "Undecided in 2 of 6 interleavings", and why. Both numbers as they are shown.
QString undecidedWords(
    const Exploration &exploration, const QString &undecided, const QString &all);
// "Holds in all 6 interleavings", with what takes something away from it: a name that nobody
// marked; or that there was no check. count: as it is shown where it is not beyond counting.
QString holdsWords(const Exploration &exploration, const QString &count);
// "smallest: A1 B1", or what the way is instead; "before the first step" where there is none.
QString smallestWords(const Counterexample &found, bool endedEarly, const QString &way);
// Why it ended before all was executed; empty if it did not: "the memory for it, 2.0 GiB, was used
// up".
QString earlyEndWords(const Exploration &exploration);
// Of a sum that must always hold and is violated: that whoever counts after the command, which is
// the only way to count, violates it. Empty: it is none.
QString sumsBetweenWords(const CheckFinding &finding);
// "72 interleavings · 5 steps, 1 of them time or a fault, 1 preemption".
// endedEarly: the exploration that it is of.
QString findingWords(const CheckFinding &finding, bool endedEarly);
// NotChecked where it holds because there is no check.
CheckOutcome outcomeOf(const Exploration &exploration);
// How far it is: "12 345 states · depth 31 · 85 000 transitions/s".
QString progressWords(const ExploreProgress &progress);
// What those of the checks ask for whose bit is set, bit i the i-th.
QString brokenWords(const Exploration &exploration, quint32 violated);

} // namespace lockstep

#pragma once

#include "core/lab/exploration.h"
#include "ui/lab/verdictwords.h"

#include <QString>

// What an exploration came to, said to a person: plain text in the language of the program. The
// bounds belong to every verdict: bounded is never called proven.
namespace lockstep {

Verdict verdictOf(const Exploration &exploration);
// In place of a count that is mostInterleavings.
QString beyondCountingWords();
// "Holds in all 6 interleavings". count: as it is shown where it is not beyond counting.
QString holdsWords(const Exploration &exploration, const QString &count);
// "smallest: %1", or what it is instead.
QString smallestWords(const Counterexample &found, bool endedEarly);
// Why it ended before all was executed; empty if it did not: "the memory for it, 2.0 GiB, was used
// up".
QString earlyEndWords(const Exploration &exploration);
// "violated in 72 interleavings; 1 time step, 1 preemption, 5 steps".
// endedEarly: the exploration that it is of.
QString findingWords(const CheckFinding &finding, bool endedEarly);
Verdict::Kind verdictKind(ExploreVerdict verdict);
// How far it is: "12 345 states · depth 31 · 85 000 transitions/s".
QString progressWords(const ExploreProgress &progress);
// Of the checks, bit i the i-th, what they ask for.
QString brokenWords(const Exploration &exploration, quint32 violated);

} // namespace lockstep

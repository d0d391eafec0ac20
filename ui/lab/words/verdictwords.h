#pragma once

// The sentences about the results of checks and runs: plain text in the language of the program.
// The command line and the window show the same sentences.

#include "core/lab/history/run.h"

#include <QCoreApplication>
#include <QString>

namespace lockstep {

// The result of a whole run: that of its worst check, or that the file has a mistake.
struct Verdict
{
    CheckOutcome outcome = CheckOutcome::Holds;
    QString sentence; // "Two holders at 12.3 ms in round 4: A and C"
    QString details; // "200 rounds · 34 210 operations/s · … · redis 7.0.15"
};
Verdict verdictOf(const Run &run);
// The index in run.results of the violation, certain or possible, that the sentence of verdictOf()
// begins with. -1 if the sentence does not begin with a violation.
int leadingViolation(const Run &run);

QString outcomeWord(CheckOutcome outcome); // "violated"

// What must hold: "at most 1 holder of lock".
QString checkWords(const Check &check, const Settings &settings);
// Says, for example, "Two holders at 12.3 ms in round 4: A and C" or "Held in all 200 rounds".
QString checkSentence(const CheckResult &result, const Run &run);
// Says which names of the check no client ever marked, which may be typing mistakes: "nobody
// counted “slod”, only sold". Empty if all of them were marked.
QString unmarkedWords(const Check &check, const MarkedNames &marked);
// Says that a key of the check held something that is no number, so that it could not be judged:
// "“seats” held something that is no number".
QString noNumberWords(const Check &check);
// The names that were counted, so that the reader finds the one that was meant: "counted: sold".
// Empty if nothing was counted.
QString otherCountsWords(const MarkedNames &marked);
// How far a running run has come: "12 345 operations · sold 100 · 3 waiting".
QString runProgressWords(const RunProgress &progress);
// "2 clients were still waiting when the round was cut off". Empty if all
// clients finished in every round.
QString unfinishedClientsWords(const Run &run);
// "Oversold by 3 in round 2", "A deleted B's lock at 344 ms", for a violation that is certain or
// possible.
QString violationSentence(const Check &check, const Violation &violation, const Run &run);
// What a Lua function says of its violation, or why it is not known whether it holds. Empty if it
// says nothing.
QString functionSentence(const Violation &violation);

// Names clients, as in "A", "A and C" or "A, B, C and 47 more".
QString clientWords(const QList<quint32> &clients, const History &history);
// A length of time: "340 µs", "12.3 ms", "2.41 s".
QString spanWords(std::chrono::nanoseconds span);

// The translation context of these sentences.
class VerdictWords
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::VerdictWords)
};

} // namespace lockstep

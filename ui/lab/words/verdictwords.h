#pragma once

// What checks and runs came to, said to a person: plain text in the language of the program. The
// command line says the same as the window.

#include "core/lab/history/run.h"

#include <QCoreApplication>
#include <QString>

namespace lockstep {

// What a whole run came to: the worst of its checks, or that the file has a mistake.
struct Verdict
{
    CheckOutcome outcome = CheckOutcome::Holds;
    QString sentence; // "Two holders at 12.3 ms in round 4: A and C"
    QString details; // "200 rounds · 34 210 operations/s · … · redis 7.0.15"
};
Verdict verdictOf(const Run &run);
// Which of the run's results that sentence begins with, where it is a violation, certain or
// possible; -1: it is none.
int leadingViolation(const Run &run);

QString outcomeWord(CheckOutcome outcome); // "violated"

// What must hold: "at most 1 holder of lock".
QString checkWords(const Check &check, const Settings &settings);
// "Two holders at 12.3 ms in round 4: A and C", "Held in all 200 rounds".
QString checkSentence(const CheckResult &result, const Run &run);
// "nobody counted “slod”, only sold", of what the check names; empty: all was marked.
QString unmarkedWords(const Check &check, const Marked &marked);
// "counted: sold", in case one of them was meant; empty: nothing was.
QString otherCountsWords(const Marked &marked);
// "2 clients were still waiting when the round was cut off"; empty: everybody came to an end.
QString leftWords(const Run &run);
// "Oversold by 3 in round 2", "A deleted B's lock at 344 ms", for a violation that is certain or
// possible.
QString violationSentence(const Check &check, const Violation &violation, const Run &run);

// "A", "A and C", "A, B, C and 47 more".
QString clientWords(const QList<quint32> &clients, const History &history);
// 340 µs, 12.3 ms, 2.41 s.
QString spanWords(std::chrono::nanoseconds span);

// Translates all of this.
class VerdictWords
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::VerdictWords)
};

} // namespace lockstep

#pragma once

#include "core/lab/history/history.h"
#include "core/lab/scenario/scenario.h"

#include <QList>

namespace lockstep {

// The first violation of a check, and what proves it.
struct Violation
{
    int round = 0; // from 0
    Moment at = 0; // when it became certain
    Moment until = never; // when it ended, if it can end (as two holders); never: it did not
    QList<quint32> operations; // those that prove it, in order
    // The clients that are concerned. Where a client released or renewed the lock of another: the
    // owner first, then the other one.
    QList<quint32> clients;
    // Where clients wait for a lock for ever: the client that acquired it and never released it.
    // none: they wait for something else, or it is not known.
    quint32 culprit = none;
    QByteArray key; // the name of the key, lock, count or event that the check is about
    qint64 actual = 0; // how many holders, admitted or counted, or which value
    qint64 allowed = 0;
    qint64 worst = 0; // the value in this round that is farthest from `allowed`
    LocalText sentence; // a Lua function's own; else empty, and the window makes one of the rest
    // A Lua function holds in each combination that was tried of what is known within bounds only,
    // and there are more of them. There is no sentence then.
    bool isNotTriedInFull = false;
};

// The result of a check, in one round or in a whole run. The order matters: over several rounds,
// the last of their outcomes in this order counts.
enum class CheckOutcome : quint8 {
    Holds, // it held in everything that was seen
    // The check needs the exact order of execution, which this run does not have, or values that
    // are not known (see Round::valuesUntil), or numbers where a key held something else. A whole
    // run that has no checks is not checked, either.
    NotChecked,
    Undecided, // the round was cut off before it could be decided
    Possible, // it may have been violated, which is not certain; in free runs only
    Violated, // it was certainly violated
    Mistake // of a whole run only: its program has a mistake
};
// The name that JSON has for it: "notChecked".
QString outcomeId(CheckOutcome outcome);

struct CheckResult
{
    Check check;
    CheckOutcome outcome = CheckOutcome::Holds;
    int violatedRounds = 0; // in which it was certainly violated
    int possibleRounds = 0; // in which it was possibly violated
    // The rounds that had too many states for a Lua function, so that it saw only their ends.
    int endOnlyRounds = 0;
    // The rounds for which the time for judging was over before all was looked at. Such a round is
    // undecided if nothing was found in it.
    int cutShortRounds = 0;
    // The rounds in which a key that should hold a number held something else, so that the check
    // could not be judged there. Such a round is not checked if nothing was found in it.
    int noNumberRounds = 0;
    // Present where the outcome is Violated or Possible, and where it is Undecided because a Lua
    // function has a mistake of its own.
    std::optional<Violation> first;
};

} // namespace lockstep

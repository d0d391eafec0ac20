#pragma once

#include "core/lab/history/history.h"
#include "core/lab/scenario/scenario.h"

#include <QList>

namespace lockstep {

// The first time that a check did not hold, with what proves it.
struct Violation
{
    int round = 0; // from 0
    Moment at = 0; // when it became certain
    Moment until = never; // where it can end (two holders): the end of it
    QList<quint32> operations; // that prove it, in order
    // Whom it concerns. Of a lock that another client released or renewed: its owner, then that.
    QList<quint32> clients;
    // Where clients wait for ever for a lock: who took it and left it there. none: they wait for
    // something else, or it is not known.
    quint32 culprit = none;
    QByteArray key; // or lock, count, event
    qint64 actual = 0; // holders, count, value, admitted
    qint64 allowed = 0;
    qint64 worst = 0; // the farthest from what is allowed that the round reached, actual or beyond
    LocalText sentence; // of a Lua function; else the interface words it from the rest
};

// What looking at a check came to. What comes later outweighs what comes before: a check is what
// its worst round is.
enum class CheckOutcome : quint8 {
    Holds, // in everything that was seen
    // Needs the exact order of execution, which this run does not have, or values that are not
    // known: Round::valuesUntil. Of a whole run also: it has no checks.
    NotChecked,
    Undecided, // cut off before it could be decided
    Possible, // cannot be excluded: what is certain does not prove it; of free runs only
    Violated, // certainly
    Mistake // of a whole run only: its program has one
};
// As JSON has it: "notChecked".
QString outcomeId(CheckOutcome outcome);

struct CheckResult
{
    Check check;
    CheckOutcome outcome = CheckOutcome::Holds;
    int violatedRounds = 0; // certainly
    int possibleRounds = 0;
    int endOnlyRounds = 0; // too many states for a Lua function: only the round's end was looked at
    std::optional<Violation> first; // Violated, Possible; Undecided: a Lua function's own mistake
};

} // namespace lockstep

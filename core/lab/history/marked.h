#pragma once

#include "core/lab/history/history.h"
#include "core/lab/scenario/scenario.h"

#include <set>

namespace lockstep {

struct RoundRecords;

// What programs said about themselves by enter(), count() and event(): the names that were used.
struct Marked
{
    std::set<QByteArray> entered;
    // Of them, what a client was still inside of while it waited for something; only an exploration
    // tells.
    std::set<QByteArray> stayedIn;
    std::set<QByteArray> counted;
    std::set<QByteArray> events;

    void add(MarkRecord::Kind kind, const QByteArray &name);
    void add(const RoundRecords &records);
};

// The names in a check that nobody ever marked in the way that it looks at: it was about nothing.
// Not those of "at most 0". Which names a program can mark is not known before it has run.
QList<QByteArray> unmarkedNames(const Check &check, const Marked &marked);

} // namespace lockstep

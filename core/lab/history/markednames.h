#pragma once

#include "core/lab/history/history.h"
#include "core/lab/scenario/scenario.h"

#include <set>

namespace lockstep {

struct RoundRecords;

// The names that programs have used in enter(), count() and event().
struct MarkedNames
{
    std::set<QByteArray> entered;
    // The entered names that a client was still inside of while it waited for something. Only an
    // exploration finds them.
    std::set<QByteArray> stayedIn;
    std::set<QByteArray> counted;
    std::set<QByteArray> events;

    void add(MarkRecord::Kind kind, const QByteArray &name);
    void add(const RoundRecords &records);
};

// The names in a check that no program has ever marked as the check expects (entered, counted, an
// event), so that the check has seen nothing. Names that must not be marked at all ("at most 0")
// are not among them. Which names a program marks is only known after it has run.
QList<QByteArray> unmarkedNames(const Check &check, const MarkedNames &marked);

} // namespace lockstep

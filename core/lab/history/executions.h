#pragma once

#include "core/lab/history/roundrecords.h"

#include <vector>

namespace lockstep {

// Between which moments a server executed an operation: after it was sent and before it was
// answered. Where the order of execution is known, also after the operation that the server
// executed before it had been sent, and before the one behind it was answered; so one whose reply
// was lost has an end, too, and the ranges of one server grow with its order.
struct Execution
{
    Moment earliest = 0;
    Moment latest = never;
};

// Of each operation of the round.
std::vector<Execution> executionsOf(const RoundRecords &records);

} // namespace lockstep

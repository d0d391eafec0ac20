#pragma once

#include "core/lab/checks/roundfinding.h"

namespace lockstep {

// Checks the events and counts that clients tell in a round, by the moments of their commands.

// in_order.
RoundFinding checkOrder(const Check &check, const RoundRecords &records);
// Judges admitted_at_most.
RoundFinding checkAdmitted(
    const Check &check, qint64 most, qint64 windowMs, const RoundRecords &records);

} // namespace lockstep

#pragma once

#include "core/lab/checks/roundfinding.h"

namespace lockstep {

// Checks what clients believe and say in a round.

// Judges holders_at_most.
RoundFinding checkHolders(const Check &check, qint64 most, const RoundRecords &records);
// count_at_most, count_at_least, sum_equals.
RoundFinding checkCount(const Check &check, qint64 amount, const RoundRecords &records);
// nobody_waits.
RoundFinding checkNobodyWaits(const RoundRecords &records);

} // namespace lockstep

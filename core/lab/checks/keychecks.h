#pragma once

#include "core/lab/checks/roundfinding.h"

namespace lockstep {

// Checks values, deadlines and owners of keys in a round.

// Judges value_at_least, value_at_most and ttl_present.
RoundFinding checkValue(const Check &check, qint64 amount, const RoundRecords &records);
// Judges released_by_owner and renewed_by_owner.
RoundFinding checkOwner(const Check &check, const RoundRecords &records);

} // namespace lockstep

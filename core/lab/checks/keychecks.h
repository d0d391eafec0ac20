#pragma once

#include "core/lab/checks/roundfinding.h"

namespace lockstep {

// Checks values, deadlines and owners of keys in a round.

// value_at_least, value_at_most, ttl_present.
RoundFinding checkValue(const Check &check, qint64 amount, const RoundRecords &records);
// released_by_owner, renewed_by_owner.
RoundFinding checkOwner(const Check &check, const RoundRecords &records);

} // namespace lockstep

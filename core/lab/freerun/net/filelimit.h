#pragma once

#include "core/redis/values/error.h"

namespace lockstep {

// Whether this process may open so many more files, after raising its limit as far as it goes.
// Errors: BadInput, with how many clients are possible. files: a client needs.
Result<void> makeRoomForFiles(int clients, int filesEach);

} // namespace lockstep

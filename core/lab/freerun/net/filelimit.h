#pragma once

#include "core/redis/values/error.h"

namespace lockstep {

// Raises this process's limit of open files (RLIMIT_NOFILE) as far as the system allows. filesEach:
// how many files one client needs. Errors: BadInput, which says how many clients are possible, if
// the limit is too low for all of them.
Result<void> makeRoomForFiles(int clients, int filesEach);

} // namespace lockstep

#pragma once

#include "core/redis/values/error.h"

namespace lockstep {

// Raises this process's limit of open files as far as it goes. filesEach: how many files one client
// needs. Errors: BadInput with the number of clients that are possible, where there is no room for
// so many.
Result<void> makeRoomForFiles(int clients, int filesEach);

} // namespace lockstep

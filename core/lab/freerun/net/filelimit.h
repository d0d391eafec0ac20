#pragma once

#include "core/redis/values/error.h"

namespace lockstep {

// Raises the limit of open files of this process as far as the clients need it. filesEach: how many
// files one client needs. Errors: BadInput, with the number of clients that are possible.
Result<void> makeRoomForFiles(int clients, int filesEach);

} // namespace lockstep

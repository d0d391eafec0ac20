#pragma once

#include "core/redis/connection/script.h"

namespace lockstep {

// The script resources/scripts/NAME.lua, as it was built in. Keep it in a static: every call reads
// and hashes it again.
Script scriptFile(const QString &name);

} // namespace lockstep

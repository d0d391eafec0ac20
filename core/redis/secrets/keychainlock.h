#pragma once

#include "core/redis/secrets/passwordstore.h"

#include <chrono>

namespace lockstep {

// Whether the desktop's keychain can answer now without asking its user anything. This asks nobody:
// no question of the keychain's comes up because of it. Errors: Missing, Locked, Silent (nothing
// was said for that long).
QCoro::Task<KeychainResult<void>> keychainIsOpen(std::chrono::milliseconds patience);

} // namespace lockstep

#pragma once

#include "core/redis/secrets/passwordstore.h"

namespace lockstep {

// Why the keychain is of no use now.
QString keychainSentence(const KeychainTrouble &trouble);
// What that means on the command line: where else a password may come from.
QString passwordElsewhereSentence();

} // namespace lockstep

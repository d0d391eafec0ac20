#pragma once

#include "core/redis/secrets/passwordstore.h"

namespace lockstep {

// A sentence that says why the keychain cannot be used now.
QString keychainSentence(const KeychainTrouble &trouble);
// A sentence that says where else a password can come from on the command line.
QString passwordElsewhereSentence();

} // namespace lockstep

#pragma once

#include "core/lab/scenario/scenario.h"

#include <array>

namespace lockstep {

// A role and its name in a file.
struct KeyRoleName
{
    KeyRole role;
    const char *name;
};
inline constexpr std::array allKeyRoles{KeyRoleName{KeyRole::Lock, "lock"},
    KeyRoleName{KeyRole::Counter, "counter"}, KeyRoleName{KeyRole::Members, "members"},
    KeyRoleName{KeyRole::Tokens, "tokens"}, KeyRoleName{KeyRole::Flag, "flag"},
    KeyRoleName{KeyRole::Data, "data"}};

} // namespace lockstep

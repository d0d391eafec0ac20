#pragma once

#include <QtGlobal>

#include <optional>
#include <vector>

struct lua_State;

namespace lockstep {

// What the function on the top of the stack finds in variables of the file: their values, and all
// that can be reached from them, in a form that differs where anything of it does. Raises nothing,
// and leaves the stack as it is. Globals are left out: they are fixed. Nothing: something that can
// be reached has a state that cannot be seen, as what string.gmatch() returns.
std::optional<std::vector<quint64>> capturedValues(lua_State *lua);

} // namespace lockstep

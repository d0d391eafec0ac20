#pragma once

#include <QtGlobal>

#include <optional>
#include <vector>

struct lua_State;

namespace lockstep {

// A fingerprint of the variables of the file that the function on the top of the stack uses: their
// values and all that can be reached from them. Two fingerprints differ if any of that does.
// Globals are left out, because they never change. Raises nothing and leaves the stack as it is.
// Returns nothing if something has a state that cannot be read, such as the iterator of
// string.gmatch().
std::optional<std::vector<quint64>> capturedValues(lua_State *lua);

} // namespace lockstep

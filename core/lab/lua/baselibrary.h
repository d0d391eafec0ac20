#pragma once

struct lua_State;

namespace lockstep {

// Adds the base functions of the Lua sandbox to the table on the top.
void addBaseFunctions(lua_State *lua);

} // namespace lockstep

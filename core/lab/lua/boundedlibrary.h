#pragma once

struct lua_State;

namespace lockstep {

// Add the functions of Lua's string and table libraries to the table on the top. Each is charged
// for the work that it could do at most.
void addStringFunctions(lua_State *lua);
void addTableFunctions(lua_State *lua);

} // namespace lockstep

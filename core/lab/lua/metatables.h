#pragma once

struct lua_State;

namespace lockstep {

// Adds a setmetatable to the table on the top that neither makes a table weak nor gives it a
// finalizer.
void addSetMetatable(lua_State *lua);

} // namespace lockstep

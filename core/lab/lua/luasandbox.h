#pragma once

struct lua_State;

namespace lockstep {

// Pushes the table of all that programs know: Lua's own functions as far as they can neither reach
// outside, loop where instructions are not counted, nor depend on addresses. The caller adds what
// is the lab's and then closes it. Called under protection.
void pushLuaSandbox(lua_State *lua);
// Replaces the table on the top by a proxy that can be read but not written. name: for the error
// message.
void closeTable(lua_State *lua, const char *name);

} // namespace lockstep

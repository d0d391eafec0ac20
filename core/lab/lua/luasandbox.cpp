// The table of globals that programs get. What is left out: all that loads code or reaches files
// (load*, dofile, require, io, os, package), that opens up what is closed (debug, getmetatable,
// rawset), that shows when memory is collected (collectgarbage, __gc, weak tables), that is random,
// and coroutines, which would hide a request from the scheduler. The libraries' tables are read
// through a proxy that refuses writing: all clients share them, and one would see what another had
// written.

#include "core/lab/lua/luasandbox.h"

#include "core/lab/lua/baselibrary.h"
#include "core/lab/lua/boundedlibrary.h"
#include "core/lab/lua/luastate.h"
#include "core/redis/values/coretext.h"

#include <lua.hpp>

namespace lockstep {

namespace {

// Upvalue 1: the name of the table, empty for the globals.
int refuseWriting(lua_State *lua)
{
    LuaState &state = LuaState::of(lua);
    const char *const table = lua_tostring(lua, lua_upvalueindex(1));
    const char *const key = lua_type(lua, 2) == LUA_TSTRING ? lua_tostring(lua, 2) : "…";
    if (*table)
        state.noteMistake(lua,
            CoreText::bytes(
                CoreText::tr("%1 cannot be changed; use a local variable"), CoreText::tr(table)));
    else
        state.noteMistake(lua,
            CoreText::bytes(
                CoreText::tr("“%1” would be a global, and clients share nothing; write local %2"),
                key, key));
    return LuaState::raise(lua);
}

} // namespace

void closeTable(lua_State *lua, const char *name)
{
    lua_createtable(lua, 0, 0);
    lua_createtable(lua, 0, 3); // contents, stand-in, its metatable
    lua_pushvalue(lua, -3);
    lua_setfield(lua, -2, "__index");
    lua_pushstring(lua, name);
    lua_pushcclosure(lua, refuseWriting, 1);
    lua_setfield(lua, -2, "__newindex");
    lua_pushboolean(lua, 0);
    lua_setfield(lua, -2, "__metatable");
    lua_setmetatable(lua, -2);
    lua_remove(lua, -2);
}

void pushLuaSandbox(lua_State *lua)
{
    lua_createtable(lua, 0, 48);
    luaL_requiref(lua, LUA_GNAME, luaopen_base, 0); // below, because its functions are picked
    lua_insert(lua, -2);
    addBaseFunctions(lua);
    lua_remove(lua, -2);

    luaL_requiref(lua, LUA_STRLIBNAME, luaopen_string, 0);
    addStringFunctions(lua);
    closeTable(lua, "string");
    lua_setfield(lua, -2, "string");

    luaL_requiref(lua, LUA_TABLIBNAME, luaopen_table, 0);
    addTableFunctions(lua);
    closeTable(lua, "table");
    lua_setfield(lua, -2, "table");

    luaL_requiref(lua, LUA_MATHLIBNAME, luaopen_math, 0);
    for (const char *const name : {"random", "randomseed"}) {
        lua_pushnil(lua);
        lua_setfield(lua, -2, name);
    }
    closeTable(lua, "math");
    lua_setfield(lua, -2, "math");
}

} // namespace lockstep

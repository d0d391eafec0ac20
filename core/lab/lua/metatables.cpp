// Adds setmetatable to the Lua sandbox. A metatable with __mode makes a table weak, and one with
// __gc calls a finalizer: both show when memory is collected, which differs from run to run. So
// neither may be in a metatable, and neither may come into it later.
//
// Later is what takes a construction: Lua looks for __mode whenever it collects. An assignment of
// a key that a table does not have asks the table's own metatable for __newindex, and nothing in
// the Lua sandbox assigns without asking (rawset is left out). So every table that has become a
// metatable has a guard for its own metatable, which the program has no name for and cannot take
// away: its __newindex refuses the two names and does with all others what would have been done
// without it. The guard of a table that had a metatable before is a copy of that one; a metamethod
// that comes into the original afterwards would be overlooked, and is refused.
//
//     t ──metatable──▶ mt ──metatable──▶ guard { __newindex = assign, __index = …, … }
//
// Rejected: a copy of mt in its place, which would ignore whatever is added to mt later, as
// metatables that are written down after the first object often are.

#include "core/lab/lua/metatables.h"

#include "core/lab/lua/luastate.h"
#include "core/redis/values/coretext.h"

#include <lua.hpp>

#include <cstring>

namespace lockstep {

namespace {

// A guard has its address as a key, which no program can make. The value: whether the table that it
// guards has been copied into another guard.
const char guardMark = 0;

bool isForbidden(lua_State *lua, int index)
{
    if (lua_type(lua, index) != LUA_TSTRING)
        return false;
    const char *const name = lua_tostring(lua, index);
    return std::strcmp(name, "__gc") == 0 || std::strcmp(name, "__mode") == 0;
}

[[noreturn]] void refuse(lua_State *lua, const char *name)
{
    LuaState::of(lua).noteMistake(lua,
        CoreText::bytes(CoreText::tr("%1 would show when memory is collected; leave it out"),
            QByteArray(name)));
    LuaState::raise(lua);
}

// Whether the table at the index, which has a guard, is copied in another one.
bool isCopied(lua_State *lua, int index)
{
    lua_getmetatable(lua, index);
    lua_rawgetp(lua, -1, &guardMark);
    const bool isCopied = lua_toboolean(lua, -1);
    lua_pop(lua, 2);
    return isCopied;
}

bool isMetamethod(lua_State *lua, int index)
{
    return lua_type(lua, index) == LUA_TSTRING
        && std::strncmp(lua_tostring(lua, index), "__", 2) == 0;
}

[[noreturn]] void refuseLate(lua_State *lua, const char *name)
{
    LuaState::of(lua).noteMistake(lua,
        CoreText::bytes(
            CoreText::tr("%1 comes too late for a table whose metatable this is and which is "
                         "itself a metatable; set it before setmetatable"),
            QByteArray(name)));
    LuaState::raise(lua);
}

int hasAssigned(lua_State *, int, lua_KContext)
{
    return 0;
}

// The __newindex of a guard. Arguments: the metatable, key, value. Upvalue 1: the __newindex that
// the metatable's own metatable had, or nil.
int assign(lua_State *lua)
{
    if (isForbidden(lua, 2))
        refuse(lua, lua_tostring(lua, 2));
    if (isMetamethod(lua, 2) && isCopied(lua, 1))
        refuseLate(lua, lua_tostring(lua, 2));
    const int type = lua_type(lua, lua_upvalueindex(1));
    if (type == LUA_TNIL) {
        lua_rawset(lua, 1);
        return 0;
    }
    lua_pushvalue(lua, lua_upvalueindex(1));
    if (type == LUA_TFUNCTION) {
        lua_insert(lua, 1);
        lua_callk(lua, 3, 0, 0, hasAssigned);
        return 0;
    }
    lua_replace(lua, 1);
    lua_settable(lua, 1);
    return 0;
}

// Appends all of the table at the index to that on the top.
void copyAll(lua_State *lua, int from)
{
    for (lua_pushnil(lua); lua_next(lua, from); lua_pop(lua, 1)) {
        lua_pushvalue(lua, -2);
        lua_pushvalue(lua, -2);
        lua_rawset(lua, -5);
    }
}

// Pushes a guard that does what the metatable at the index does, or nothing if the index is 0.
void pushGuard(lua_State *lua, int metatable)
{
    lua_createtable(lua, 0, 2);
    if (metatable == 0) {
        lua_pushnil(lua);
    } else {
        copyAll(lua, metatable);
        lua_pushliteral(lua, "__newindex");
        lua_rawget(lua, metatable);
    }
    lua_pushcclosure(lua, assign, 1);
    lua_setfield(lua, -2, "__newindex");
    lua_pushboolean(lua, 0);
    lua_rawsetp(lua, -2, &guardMark);
}

// Whether the table at the index is a metatable already, and so has a guard.
bool isGuarded(lua_State *lua, int index)
{
    if (!lua_getmetatable(lua, index))
        return false;
    const bool isMarked = lua_rawgetp(lua, -1, &guardMark) != LUA_TNIL;
    lua_pop(lua, 2);
    return isMarked;
}

// Notes that the table at the index, which has a guard, is copied in another one.
void noteCopied(lua_State *lua, int index)
{
    if (isCopied(lua, index))
        return;
    lua_createtable(lua, 0, 2); // a guard of its own, the old one may be that of others too
    lua_getmetatable(lua, index);
    lua_insert(lua, -2);
    copyAll(lua, lua_gettop(lua) - 1);
    lua_pushboolean(lua, 1);
    lua_rawsetp(lua, -2, &guardMark);
    lua_setmetatable(lua, index);
    lua_pop(lua, 1);
}

// Upvalue 1: the guard of all that have no metatable of their own.
void guard(lua_State *lua, int index)
{
    if (isGuarded(lua, index))
        return;
    if (!lua_getmetatable(lua, index)) {
        lua_pushvalue(lua, lua_upvalueindex(1));
        lua_setmetatable(lua, index);
        return;
    }
    const int own = lua_gettop(lua);
    pushGuard(lua, own);
    lua_setmetatable(lua, index);
    if (isGuarded(lua, own)) // else it is the lab's, and never changes
        noteCopied(lua, own);
    lua_settop(lua, own - 1);
}

int setMetatable(lua_State *lua)
{
    const int type = lua_type(lua, 2);
    luaL_checktype(lua, 1, LUA_TTABLE);
    luaL_argexpected(lua, type == LUA_TNIL || type == LUA_TTABLE, 2, "nil or table");
    if (luaL_getmetafield(lua, 1, "__metatable") != LUA_TNIL)
        return luaL_error(lua, "cannot change a protected metatable");
    lua_settop(lua, 2);
    for (const char *const name : {"__gc", "__mode"}) {
        if (type == LUA_TNIL)
            break;
        lua_pushstring(lua, name);
        if (lua_rawget(lua, 2) != LUA_TNIL)
            refuse(lua, name);
        lua_pop(lua, 1);
    }
    const bool isCopy = isGuarded(lua, 1);
    if (isCopy)
        pushGuard(lua, type == LUA_TNIL ? 0 : 2);
    else
        lua_pushvalue(lua, 2);
    lua_setmetatable(lua, 1);
    if (type == LUA_TTABLE) {
        guard(lua, 2);
        if (isCopy)
            noteCopied(lua, 2);
    }
    lua_settop(lua, 1);
    return 1;
}

} // namespace

void addSetMetatable(lua_State *lua)
{
    pushGuard(lua, 0);
    lua_pushcclosure(lua, setMetatable, 1);
    lua_setfield(lua, -2, "setmetatable");
}

} // namespace lockstep

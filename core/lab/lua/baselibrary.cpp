// Adds the base functions of the Lua sandbox, some of which differ from Lua's own. pairs and next
// go in sorted order: Lua's own order depends on addresses and a random seed. For the same reason a
// table's address is not shown. pcall and xpcall do not catch the end of a turn. A userdata with an
// "__asked" in its metatable stands for a hidden value: functions that would reveal its type or
// identity call __asked instead.

#include "core/lab/lua/baselibrary.h"

#include "core/lab/lua/luastate.h"
#include "core/lab/lua/metatables.h"
#include "core/redis/values/coretext.h"

#include <lua.hpp>

#include <algorithm>
#include <string_view>

namespace lockstep {

namespace {

// The deepest nesting of calls at which pcall is allowed: a pcall at each level of a recursion
// would try every path again when the stack is full.
constexpr int deepestProtected = 150;

int finishCall(lua_State *lua, int status, lua_KContext skipped)
{
    if (status == LUA_OK || status == LUA_YIELD)
        return lua_gettop(lua) - int(skipped);
    LuaState &state = LuaState::of(lua);
    state.noteCaught();
    if (status == LUA_ERRMEM)
        state.noteMemory(lua);
    if (state.isOver())
        return LuaState::raise(lua);
    lua_pushboolean(lua, 0);
    lua_pushvalue(lua, -2);
    return 2;
}

int callProtected(lua_State *lua)
{
    LuaState::checkDepth(lua, deepestProtected);
    luaL_checkany(lua, 1);
    lua_pushboolean(lua, 1);
    lua_insert(lua, 1);
    const int status = lua_pcallk(lua, lua_gettop(lua) - 2, LUA_MULTRET, 0, 0, finishCall);
    return finishCall(lua, status, 0);
}

int finishHandler(lua_State *lua, int status, lua_KContext)
{
    if (status == LUA_ERRMEM)
        LuaState::of(lua).noteMemory(lua);
    if (LuaState::of(lua).isOver())
        return LuaState::raise(lua);
    lua_pushboolean(lua, 0);
    lua_insert(lua, -2);
    return 2;
}

// Index 1: the handler.
int finishCallWithHandler(lua_State *lua, int status, lua_KContext)
{
    if (status == LUA_OK || status == LUA_YIELD)
        return lua_gettop(lua) - 1;
    finishCall(lua, status, 0); // raises at the end of a turn
    lua_pushvalue(lua, 1);
    lua_insert(lua, -2);
    return finishHandler(lua, lua_pcallk(lua, 1, 1, 0, 0, finishHandler), 0);
}

// xpcall, whose handler is called after the error has left the function. Lua's own calls it where
// the error happened: that may be inside the hook that counts instructions, where none are counted.
int callProtectedWithHandler(lua_State *lua)
{
    LuaState::checkDepth(lua, deepestProtected);
    luaL_checkany(lua, 1);
    luaL_checktype(lua, 2, LUA_TFUNCTION);
    lua_pushvalue(lua, 1);
    lua_copy(lua, 2, 1);
    lua_pushboolean(lua, 1);
    lua_replace(lua, 2); // handler, true, arguments …, function
    lua_insert(lua, 3);
    const int status =
        lua_pcallk(lua, lua_gettop(lua) - 3, LUA_MULTRET, 0, 0, finishCallWithHandler);
    return finishCallWithHandler(lua, status, 0);
}

struct Key
{
    int kind = 0; // 0 number, 1 text, 2 truth value
    bool isWhole = false;
    lua_Integer whole = 0;
    lua_Number number = 0;
    const char *text = nullptr;
    size_t length = 0;
};

bool operator<(const Key &a, const Key &b)
{
    if (a.kind != b.kind)
        return a.kind < b.kind;
    if (a.kind == 1)
        return std::string_view(a.text, a.length) < std::string_view(b.text, b.length);
    return a.isWhole && b.isWhole ? a.whole < b.whole : a.number < b.number;
}

// The key at the index; raises for one that has no order.
Key keyAt(lua_State *lua, int index)
{
    Key key;
    switch (lua_type(lua, index)) {
    case LUA_TNUMBER:
        key.isWhole = lua_isinteger(lua, index);
        key.whole = key.isWhole ? lua_tointeger(lua, index) : 0;
        key.number = lua_tonumber(lua, index);
        break;
    case LUA_TSTRING:
        key.kind = 1;
        key.text = lua_tolstring(lua, index, &key.length);
        break;
    case LUA_TBOOLEAN:
        key.kind = 2;
        key.number = lua_toboolean(lua, index);
        break;
    default:
        LuaState::of(lua).noteMistake(lua,
            CoreText::bytes(
                CoreText::tr("keys that are a %1 have no order; use numbers or texts as keys of a "
                             "table that is walked through"),
                lua_typename(lua, lua_type(lua, index))));
        LuaState::raise(lua);
    }
    return key;
}

void pushKey(lua_State *lua, const Key &key)
{
    if (key.kind == 1)
        lua_pushlstring(lua, key.text, key.length);
    else if (key.kind == 2)
        lua_pushboolean(lua, key.number != 0);
    else if (key.isWhole)
        lua_pushinteger(lua, key.whole);
    else
        lua_pushnumber(lua, key.number);
}

// Upvalues: the sorted keys, how many have been given. Arguments: the table, the last key.
int nextPair(lua_State *lua)
{
    lua_Integer place = lua_tointeger(lua, lua_upvalueindex(2));
    for (;;) {
        const int type = lua_rawgeti(lua, lua_upvalueindex(1), ++place);
        if (type == LUA_TNIL)
            return 1;
        lua_pushvalue(lua, -1);
        if (lua_rawget(lua, 1) != LUA_TNIL)
            break; // else the key was removed during the iteration
        lua_pop(lua, 2);
    }
    lua_pushinteger(lua, place);
    lua_replace(lua, lua_upvalueindex(2));
    return 2;
}

int pairsInOrder(lua_State *lua)
{
    luaL_checktype(lua, 1, LUA_TTABLE);
    size_t count = 0;
    for (lua_pushnil(lua); lua_next(lua, 1); lua_pop(lua, 1))
        ++count;
    LuaState::of(lua).spend(lua, qint64(count) * 8);
    Key *const keys = static_cast<Key *>(lua_newuserdatauv(lua, (count + 1) * sizeof(Key), 0));
    Key *end = keys;
    for (lua_pushnil(lua); lua_next(lua, 1); lua_pop(lua, 1))
        *end++ = keyAt(lua, -2);
    std::sort(keys, end);
    lua_createtable(lua, int(std::min<size_t>(count, 1'000'000)), 0);
    for (size_t i = 0; i < count; ++i) {
        pushKey(lua, keys[i]);
        lua_rawseti(lua, -2, lua_Integer(i + 1));
    }
    lua_pushinteger(lua, 0);
    lua_pushcclosure(lua, nextPair, 2);
    lua_pushvalue(lua, 1);
    lua_pushnil(lua);
    return 3;
}

// The smallest key above the given one.
int nextInOrder(lua_State *lua)
{
    luaL_checktype(lua, 1, LUA_TTABLE);
    lua_settop(lua, 2);
    const bool isFirst = lua_isnil(lua, 2);
    const Key after = isFirst ? Key{} : keyAt(lua, 2);
    Key best;
    bool found = false;
    qint64 count = 0;
    for (lua_pushnil(lua); lua_next(lua, 1); lua_pop(lua, 1)) {
        const Key key = keyAt(lua, -2);
        ++count;
        if ((isFirst || after < key) && (!found || key < best)) {
            best = key;
            found = true;
        }
    }
    LuaState::of(lua).spend(lua, count);
    if (!found) {
        lua_pushnil(lua);
        return 1;
    }
    pushKey(lua, best);
    lua_pushvalue(lua, -1);
    lua_rawget(lua, 1);
    return 2;
}

void askWhatItIs(lua_State *lua)
{
    luaL_checkany(lua, 1);
    if (lua_type(lua, 1) == LUA_TUSERDATA && luaL_callmeta(lua, 1, "__asked"))
        lua_pop(lua, 1);
}

int typeOf(lua_State *lua)
{
    askWhatItIs(lua);
    lua_pushstring(lua, luaL_typename(lua, 1));
    return 1;
}

int rawLength(lua_State *lua)
{
    askWhatItIs(lua);
    const int type = lua_type(lua, 1);
    luaL_argexpected(lua, type == LUA_TTABLE || type == LUA_TSTRING, 1, "table or string");
    lua_pushinteger(lua, lua_Integer(lua_rawlen(lua, 1)));
    return 1;
}

int toText(lua_State *lua)
{
    askWhatItIs(lua);
    const int type = lua_type(lua, 1);
    const bool hasAddress = type > LUA_TSTRING || type == LUA_TLIGHTUSERDATA;
    if (hasAddress && luaL_getmetafield(lua, 1, "__tostring") == LUA_TNIL) {
        lua_pushstring(lua, lua_typename(lua, type));
        return 1;
    }
    luaL_tolstring(lua, 1, nullptr);
    return 1;
}

int toNumber(lua_State *lua)
{
    if (lua_type(lua, 1) == LUA_TSTRING)
        LuaState::of(lua).spend(lua, qint64(lua_rawlen(lua, 1) / 16));
    return lua_tocfunction(lua, lua_upvalueindex(1))(lua);
}

} // namespace

// Lua's own base library lies below the table on the top.
void addBaseFunctions(lua_State *lua)
{
    for (const char *const name : {"assert", "error", "ipairs", "rawequal", "rawget", "select"}) {
        lua_getfield(lua, -2, name);
        lua_setfield(lua, -2, name);
    }
    const luaL_Reg own[] = {{"next", nextInOrder}, {"pairs", pairsInOrder},
        {"pcall", callProtected}, {"rawlen", rawLength}, {"tostring", toText}, {"type", typeOf},
        {"xpcall", callProtectedWithHandler}, {nullptr, nullptr}};
    luaL_setfuncs(lua, own, 0);
    lua_getfield(lua, -2, "tonumber");
    lua_pushcclosure(lua, toNumber, 1);
    lua_setfield(lua, -2, "tonumber");
    addSetMetatable(lua);
}

} // namespace lockstep

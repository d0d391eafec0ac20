// Part of luasandbox.h. C functions that loop without instructions. Each is charged before it
// starts, by a bound of what it may do, and then does it in the same frame. For a pattern the bound
// is (length + 1) to the power of its repetitions + 1: Lua's matcher tries them all in the worst
// case. A matcher of our own that counts its steps would allow more patterns, and be a thousand
// lines nobody needs in a lesson.

#include "core/lab/lua/luasandbox.h"
#include "core/lab/lua/luastate.h"

#include <lua.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace lockstep {

namespace {

constexpr double mostTries = 1e7; // of one match
constexpr double triesAnInstruction = 8;
constexpr lua_Integer longestText = 1024 * 1024; // bytes

int original(lua_State *lua)
{
    return lua_tocfunction(lua, lua_upvalueindex(1))(lua);
}

// How many parts of the pattern can be as long as they like.
int repetitions(const char *pattern, size_t length)
{
    int count = 0;
    bool inSet = false;
    for (size_t i = 0; i < length; ++i) {
        const char c = pattern[i];
        if (c == '%' && i + 1 < length) {
            ++i;
            const char next = pattern[i];
            if (!inSet && (next == 'b' || (next >= '0' && next <= '9')))
                ++count;
        } else if (inSet) {
            inSet = c != ']';
        } else if (c == '[') {
            inSet = true;
            // A ] right behind the [ or its ^ belongs to the set.
            if (i + 1 < length && pattern[i + 1] == '^')
                ++i;
            if (i + 1 < length && pattern[i + 1] == ']')
                ++i;
        } else if (std::strchr("*+-?", c)) {
            ++count;
        }
    }
    return count;
}

int bounded(lua_State *lua, bool mayBeAnchored)
{
    size_t length = 0;
    size_t patternLength = 0;
    luaL_checklstring(lua, 1, &length);
    const char *const pattern = luaL_checklstring(lua, 2, &patternLength);
    const int repeated = repetitions(pattern, patternLength);
    const bool anchored = mayBeAnchored && patternLength > 0 && pattern[0] == '^';
    const double tries = std::pow(double(length + 1), std::max(1, repeated + (anchored ? 0 : 1)))
        * double(patternLength / 16 + 1);
    if (tries > mostTries) {
        LuaState::of(lua).noteMistake(lua,
            "the pattern could take too long on " + QByteArray::number(qint64(length))
                + " bytes; use fewer of * + - ? or a shorter text");
        return LuaState::raise(lua);
    }
    LuaState::of(lua).spend(lua, qint64(tries / triesAnInstruction));
    return original(lua);
}

int boundedMatch(lua_State *lua) // find, match, gsub
{
    return bounded(lua, true);
}

int boundedMatches(lua_State *lua) // gmatch, where ^ is a letter like others
{
    return bounded(lua, false);
}

int boundedRepeat(lua_State *lua)
{
    size_t length = 0;
    size_t between = 0;
    luaL_checklstring(lua, 1, &length);
    const lua_Integer count = luaL_checkinteger(lua, 2);
    luaL_optlstring(lua, 3, "", &between);
    if (count <= 0 || length + between == 0) {
        lua_pushliteral(lua, "");
        return 1;
    }
    if (count > longestText / lua_Integer(length + between)) {
        LuaState::of(lua).noteMemory(lua);
        return LuaState::raise(lua);
    }
    LuaState::of(lua).spend(lua, count);
    return original(lua);
}

int boundedByLength(lua_State *lua)
{
    size_t length = 0;
    luaL_checklstring(lua, 1, &length);
    LuaState::of(lua).spend(lua, qint64(length / 16));
    return original(lua);
}

// %s of a table would show its address, and %p is one.
int boundedFormat(lua_State *lua)
{
    const char *const format = luaL_checkstring(lua, 1);
    for (const char *at = std::strchr(format, '%'); at; at = std::strchr(at, '%')) {
        at += 1;
        if (*at == '%') {
            ++at;
            continue;
        }
        at += std::strspn(at, "-+ #0123456789.");
        if (*at == 'p') {
            LuaState::of(lua).noteMistake(
                lua, "%p would show an address, which differs each time; use %s");
            return LuaState::raise(lua);
        }
    }
    for (int i = 2; i <= lua_gettop(lua); ++i) {
        if (lua_type(lua, i) <= LUA_TSTRING && lua_type(lua, i) != LUA_TLIGHTUSERDATA)
            continue;
        lua_pushvalue(lua, lua_upvalueindex(2)); // tostring
        lua_pushvalue(lua, i);
        lua_call(lua, 1, 1);
        lua_replace(lua, i);
    }
    return original(lua);
}

// The length of the table that is argument 1. A __len may lie, and differently each time.
lua_Integer checkedLength(lua_State *lua)
{
    luaL_checktype(lua, 1, LUA_TTABLE);
    if (luaL_getmetafield(lua, 1, "__len") != LUA_TNIL) {
        LuaState::of(lua).noteMistake(
            lua, "the functions of table work on tables without a __len of their own");
        LuaState::raise(lua);
    }
    return lua_Integer(lua_rawlen(lua, 1));
}

// from … to, without overflow.
void spendRange(lua_State *lua, lua_Integer from, lua_Integer to)
{
    if (to < from)
        return;
    const lua_Unsigned width = lua_Unsigned(to) - lua_Unsigned(from);
    LuaState::of(lua).spend(lua, qint64(std::min<lua_Unsigned>(width, 1ULL << 60)));
}

int boundedWhole(lua_State *lua) // insert, remove
{
    const lua_Integer length = checkedLength(lua);
    const bool hasPlace = lua_gettop(lua) >= 2 && lua_isinteger(lua, 2);
    const lua_Integer place = hasPlace ? lua_tointeger(lua, 2) : length;
    spendRange(lua, std::max<lua_Integer>(place, 0), length);
    return original(lua);
}

int boundedConcat(lua_State *lua)
{
    const lua_Integer length = checkedLength(lua);
    spendRange(lua, luaL_optinteger(lua, 3, 1), luaL_optinteger(lua, 4, length));
    return original(lua);
}

int boundedUnpack(lua_State *lua)
{
    const lua_Integer length = checkedLength(lua);
    spendRange(lua, luaL_optinteger(lua, 2, 1), luaL_optinteger(lua, 3, length));
    return original(lua);
}

int boundedMove(lua_State *lua)
{
    spendRange(lua, luaL_checkinteger(lua, 2), luaL_checkinteger(lua, 3));
    return original(lua);
}

int boundedSort(lua_State *lua)
{
    const lua_Integer length = std::min<lua_Integer>(checkedLength(lua), 1LL << 40);
    LuaState::of(lua).spend(lua, length * (1 + qint64(std::log2(double(length) + 1))));
    return original(lua);
}

void bound(lua_State *lua, const char *name, lua_CFunction function)
{
    lua_getfield(lua, -1, name);
    lua_pushcclosure(lua, function, 1);
    lua_setfield(lua, -2, name);
}

} // namespace

void addStringFunctions(lua_State *lua)
{
    for (const char *const name : {"find", "match", "gsub"})
        bound(lua, name, boundedMatch);
    bound(lua, "gmatch", boundedMatches);
    for (const char *const name : {"lower", "upper", "reverse", "byte", "sub"})
        bound(lua, name, boundedByLength);
    bound(lua, "rep", boundedRepeat);
    for (const char *const name : {"dump", "pack", "unpack", "packsize"}) {
        lua_pushnil(lua);
        lua_setfield(lua, -2, name);
    }
    lua_getfield(lua, -1, "format");
    lua_getfield(lua, -3, "tostring"); // the Lua sandbox's own, which lies below on the stack
    lua_pushcclosure(lua, boundedFormat, 2);
    lua_setfield(lua, -2, "format");
}

void addTableFunctions(lua_State *lua)
{
    for (const char *const name : {"insert", "remove"})
        bound(lua, name, boundedWhole);
    bound(lua, "concat", boundedConcat);
    bound(lua, "unpack", boundedUnpack);
    bound(lua, "move", boundedMove);
    bound(lua, "sort", boundedSort);
}

} // namespace lockstep

// Adds the functions of Lua's string and table libraries that loop in C, where no instructions are
// counted. Each is charged before it starts for the most work it could do, and then called in the
// same frame. For a pattern the bound is (length + 1) to the power of its repetitions + 1: Lua's
// matcher tries them all in the worst case. A matcher of our own that counts its steps would allow
// more patterns, and be a thousand lines nobody needs in a lesson.

#include "core/lab/lua/boundedlibrary.h"

#include "core/lab/lua/luastate.h"
#include "core/redis/values/coretext.h"

#include <lua.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace lockstep {

namespace {

constexpr double mostTries = 1e7; // tries in one match
constexpr double triesAnInstruction = 8;
constexpr lua_Integer longestText = 1024 * 1024; // bytes

int original(lua_State *lua)
{
    return lua_tocfunction(lua, lua_upvalueindex(1))(lua);
}

// The number of parts of the pattern that match any number of characters.
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
            CoreText::bytes(
                CoreText::tr("the pattern could take too long on %1 bytes; use fewer of * + - ? or "
                             "a shorter text"),
                QByteArray::number(qint64(length))));
        return LuaState::raise(lua);
    }
    LuaState::of(lua).spend(lua, qint64(tries / triesAnInstruction));
    return original(lua);
}

int boundedMatch(lua_State *lua) // find, match, gsub
{
    return bounded(lua, true);
}

int boundedMatches(lua_State *lua) // gmatch, where ^ is no anchor
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

// format() without addresses, which differ from run to run: %p is refused, and %s calls the
// sandbox's tostring.
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
            LuaState::of(lua).noteMistake(lua,
                CoreText::tr("%p would show an address, which differs each time; use %s").toUtf8());
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

// The length of the table that is argument 1. Raises if the table has a __len, which could answer
// something else each time it is called.
lua_Integer checkedLength(lua_State *lua)
{
    luaL_checktype(lua, 1, LUA_TTABLE);
    if (luaL_getmetafield(lua, 1, "__len") != LUA_TNIL) {
        LuaState::of(lua).noteMistake(lua,
            CoreText::tr("the functions of table work on tables without a __len of their own")
                .toUtf8());
        LuaState::raise(lua);
    }
    return lua_Integer(lua_rawlen(lua, 1));
}

// Charges for the numbers from … to, without overflow.
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

// Whether the value at the one index has to come before that at the other, by the function that is
// argument 2, or by "<".
bool comesBefore(lua_State *lua, int one, int other)
{
    if (lua_isnil(lua, 2))
        return lua_compare(lua, one, other, LUA_OPLT);
    lua_pushvalue(lua, 2);
    lua_pushvalue(lua, one);
    lua_pushvalue(lua, other);
    lua_call(lua, 2, 1);
    const bool isBefore = lua_toboolean(lua, -1);
    lua_pop(lua, 1);
    return isBefore;
}

// A range of elements of a table; the end is not part of it.
struct Part
{
    lua_Integer from = 0;
    lua_Integer to = 0;
};

// Puts two neighbouring parts of the table at the index `from`, each in order, in order into the
// one at `to`. Of two that are equal the first one stays the first.
void mergeParts(lua_State *lua, int from, int to, Part left, Part right)
{
    for (lua_Integer place = left.from; place < right.to; ++place) {
        const bool hasLeft = left.from < left.to;
        const bool hasRight = right.from < right.to;
        lua_rawgeti(lua, from, hasLeft ? left.from : right.from);
        const int one = lua_gettop(lua);
        bool takesRight = !hasLeft;
        if (hasLeft && hasRight) {
            lua_rawgeti(lua, from, right.from);
            takesRight = comesBefore(lua, one + 1, one);
            if (takesRight)
                lua_replace(lua, one);
        }
        lua_settop(lua, one);
        lua_rawseti(lua, to, place);
        ++(takesRight ? right.from : left.from);
    }
}

// Lua's own sort takes, of a long table, the time and the clock of the process for its choice of
// where to begin, so elements that are equal come in another order each time. This one leaves them
// as they were. An order function that Lua might only stumble over is found out in any case.
int sortStably(lua_State *lua)
{
    const lua_Integer length = checkedLength(lua);
    if (length < 2)
        return 0;
    luaL_argcheck(lua, length < (1LL << 31), 1, "array too big");
    if (!lua_isnoneornil(lua, 2))
        luaL_checktype(lua, 2, LUA_TFUNCTION);
    LuaState::of(lua).spend(lua, length * (2 + qint64(std::log2(double(length)))));
    lua_settop(lua, 2);
    lua_createtable(lua, int(length), 0);
    lua_createtable(lua, int(length), 0);
    int from = 3;
    int to = 4;
    for (lua_Integer i = 1; i <= length; ++i) {
        lua_geti(lua, 1, i);
        lua_rawseti(lua, from, i);
    }
    for (lua_Integer width = 1; width < length; width *= 2) {
        for (lua_Integer begin = 1; begin <= length; begin += 2 * width) {
            const lua_Integer middle = std::min(begin + width, length + 1);
            mergeParts(
                lua, from, to, {begin, middle}, {middle, std::min(middle + width, length + 1)});
        }
        std::swap(from, to);
    }
    for (lua_Integer i = 1; i <= length; ++i) {
        lua_rawgeti(lua, from, i);
        lua_rawgeti(lua, from, std::min(i + 1, length));
        if (i < length && comesBefore(lua, lua_gettop(lua), lua_gettop(lua) - 1))
            return luaL_error(lua,
                "invalid order function for sorting; it has to say false of two that are equal");
        lua_pop(lua, 1);
        lua_seti(lua, 1, i);
    }
    return 0;
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
    lua_pushcfunction(lua, sortStably);
    lua_setfield(lua, -2, "sort");
}

} // namespace lockstep

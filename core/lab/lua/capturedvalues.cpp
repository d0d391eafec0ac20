#include "core/lab/lua/capturedvalues.h"

#include <QByteArrayView>
#include <QHashFunctions>

#include <lua.hpp>

#include <cstring>
#include <set>
#include <string_view>

namespace lockstep {

namespace {

constexpr int deepest = 100; // levels of tables; deeper ones count by identity
constexpr int slotsAValue = 4; // of the stack

class Walk
{
public:
    explicit Walk(lua_State *lua)
        : m_lua(lua)
    {
    }

    void add(int depth); // adds the value on the top
    std::vector<quint64> words;
    bool seesAll = true;

private:
    void addContents(int depth);
    void addUpvalues(int depth);

    lua_State *m_lua;
    std::set<const void *> m_visited;
};

void Walk::add(int depth)
{
    const int type = lua_type(m_lua, -1);
    words.push_back(quint64(type));
    if (type == LUA_TNIL)
        return;
    if (type == LUA_TBOOLEAN) {
        words.push_back(quint64(lua_toboolean(m_lua, -1)));
    } else if (type == LUA_TNUMBER) {
        const lua_Number number = lua_tonumber(m_lua, -1);
        quint64 bits = 0;
        static_assert(sizeof(bits) == sizeof(number));
        std::memcpy(&bits, &number, sizeof(bits));
        words.push_back(lua_isinteger(m_lua, -1) ? quint64(lua_tointeger(m_lua, -1)) : bits);
    } else if (type == LUA_TSTRING) {
        size_t length = 0;
        const char *const text = lua_tolstring(m_lua, -1, &length);
        words.push_back(length);
        words.push_back(qHashBits(text, length));
    } else if (type == LUA_TUSERDATA || type == LUA_TTHREAD) {
        seesAll = false;
    } else {
        const void *const which = lua_topointer(m_lua, -1);
        words.push_back(quint64(reinterpret_cast<quintptr>(which)));
        if (depth == deepest || !lua_checkstack(m_lua, slotsAValue)
            || !m_visited.insert(which).second)
            return;
        if (type == LUA_TTABLE)
            addContents(depth + 1);
        else if (type == LUA_TFUNCTION)
            addUpvalues(depth + 1);
    }
}

void Walk::addContents(int depth)
{
    if (lua_getmetatable(m_lua, -1)) {
        add(depth);
        lua_pop(m_lua, 1);
    }
    for (lua_pushnil(m_lua); lua_next(m_lua, -2); lua_pop(m_lua, 1)) {
        lua_pushvalue(m_lua, -2);
        add(depth);
        lua_pop(m_lua, 1);
        add(depth);
    }
}

void Walk::addUpvalues(int depth)
{
    for (int i = 1; const char *const name = lua_getupvalue(m_lua, -1, i); ++i) {
        if (std::string_view(name) != "_ENV")
            add(depth);
        lua_pop(m_lua, 1);
    }
}

} // namespace

std::optional<std::vector<quint64>> capturedValues(lua_State *lua)
{
    Walk walk(lua);
    walk.add(0);
    if (!walk.seesAll)
        return std::nullopt;
    return std::move(walk.words);
}

} // namespace lockstep

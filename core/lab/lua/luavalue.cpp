#include "core/lab/lua/luavalue.h"

#include "core/redis/values/coretext.h"

#include <lua.hpp>

#include <algorithm>
#include <map>

namespace lockstep {

namespace {

QByteArray textAt(lua_State *lua, int index)
{
    size_t length = 0;
    const char *const text = lua_tolstring(lua, index, &length);
    return QByteArray(text, qsizetype(length));
}

void copyTable(lua_State *lua, int depth, int *room, LuaValue *value)
{
    std::map<qint64, LuaValue> items;
    for (lua_pushnil(lua); lua_next(lua, -2); lua_pop(lua, 1)) {
        if (--*room < 0) {
            lua_pop(lua, 2);
            return;
        }
        if (lua_type(lua, -2) == LUA_TSTRING)
            value->fields.emplace_back(textAt(lua, -2), LuaValue::copy(lua, depth, room));
        else if (lua_isinteger(lua, -2))
            items[lua_tointeger(lua, -2)] = LuaValue::copy(lua, depth, room);
        else
            value->hasOtherKeys = true;
    }
    qint64 expected = 0;
    for (auto &[place, item] : items) {
        if (place != ++expected) {
            value->hasOtherKeys = true;
            break;
        }
        value->items.push_back(std::move(item));
    }
    std::sort(value->fields.begin(), value->fields.end(),
        [](const auto &a, const auto &b) { return a.first < b.first; });
}

} // namespace

LuaValue LuaValue::copy(lua_State *lua, int depth, int *room)
{
    LuaValue value;
    switch (lua_type(lua, -1)) {
    case LUA_TNIL:
        break;
    case LUA_TBOOLEAN:
        value.kind = Kind::Truth;
        value.truth = lua_toboolean(lua, -1);
        break;
    case LUA_TNUMBER:
        value.kind = lua_isinteger(lua, -1) ? Kind::Whole : Kind::Number;
        value.number = lua_tonumber(lua, -1);
        value.whole = lua_tointegerx(lua, -1, nullptr);
        break;
    case LUA_TSTRING:
        value.kind = Kind::Text;
        value.text = textAt(lua, -1);
        break;
    case LUA_TTABLE:
        value.kind = Kind::Table;
        if (depth > 0 && lua_checkstack(lua, 4))
            copyTable(lua, depth - 1, room, &value);
        else
            *room = -1;
        break;
    case LUA_TFUNCTION: {
        value.kind = Kind::Function;
        lua_Debug about;
        lua_pushvalue(lua, -1);
        lua_getinfo(lua, ">S", &about);
        value.line = about.linedefined;
        value.lastLine = about.lastlinedefined;
        break;
    }
    default:
        value.kind = Kind::Other;
    }
    return value;
}

const LuaValue &LuaValue::field(const QByteArray &name) const
{
    static const LuaValue nothing;
    const auto found = std::find_if(
        fields.begin(), fields.end(), [&](const auto &each) { return each.first == name; });
    return found == fields.end() ? nothing : found->second;
}

QByteArray nameOf(const LuaValue &value)
{
    switch (value.kind) {
    case LuaValue::Kind::Nil:
        return CoreText::tr("nothing").toUtf8();
    case LuaValue::Kind::Truth:
        return value.truth ? "true" : "false";
    case LuaValue::Kind::Whole:
        return QByteArray::number(value.whole);
    case LuaValue::Kind::Number:
        return QByteArray::number(value.number);
    case LuaValue::Kind::Text:
        return "“" + value.text.left(60) + "”";
    case LuaValue::Kind::Table:
        return CoreText::tr("a table").toUtf8();
    case LuaValue::Kind::Function:
        return CoreText::tr("a function").toUtf8();
    case LuaValue::Kind::Other:
        break;
    }
    return CoreText::tr("something else").toUtf8();
}

} // namespace lockstep

#include "core/lab/lua/localvariables.h"

#include "core/lab/lua/luavalue.h"

#include <lua.hpp>

#include <algorithm>

namespace lockstep {

namespace {

using Kind = LuaValue::Kind;

constexpr qsizetype longestShownText = 24; // bytes
constexpr size_t mostEntries = 3;
constexpr int mostCopied = 64; // values of a table
constexpr size_t mostVariables = 24;
constexpr int deepestFrame = 16;

bool hasMetatable(lua_State *lua)
{
    if (lua_getmetatable(lua, -1) == 0)
        return false;
    lua_pop(lua, 1);
    return true;
}

// Functions are not shown, nor tables that act as objects, such as redis.on() and spawn() return.
bool isShown(const LuaValue &value, bool hasMethods)
{
    if (value.kind == Kind::Function || value.kind == Kind::Other)
        return false;
    const auto isFunction = [](const auto &field) { return field.second.kind == Kind::Function; };
    const bool isObject = hasMethods
        || (value.items.empty() && !value.fields.empty()
            && std::all_of(value.fields.begin(), value.fields.end(), isFunction));
    return value.kind != Kind::Table || !isObject;
}

// UTF-8 is not cut within a character.
QByteArray quoted(const QByteArray &text)
{
    if (text.size() <= longestShownText)
        return '"' + text + '"';
    qsizetype end = longestShownText;
    while (end > 0 && (uchar(text[end]) & 0xC0U) == 0x80U)
        --end;
    return '"' + text.first(end) + "…\"";
}

QByteArray textOf(const LuaValue &value, bool isInTable = false);

QByteArray textOfTable(const LuaValue &table)
{
    QList<QByteArray> entries;
    for (const LuaValue &item : table.items)
        entries << textOf(item, true);
    for (const auto &[name, field] : table.fields)
        entries << name.left(longestShownText) + " = " + textOf(field, true);
    const bool isCut = table.hasOtherKeys || size_t(entries.size()) > mostEntries;
    entries = entries.mid(0, qsizetype(mostEntries));
    if (isCut)
        entries << "…";
    return '{' + entries.join(", ") + '}';
}

QByteArray textOf(const LuaValue &value, bool isInTable)
{
    switch (value.kind) {
    case Kind::Nil:
        return "nil";
    case Kind::Truth:
        return value.truth ? "true" : "false";
    case Kind::Whole:
        return QByteArray::number(value.whole);
    case Kind::Number:
        return QByteArray::number(value.number, 'g', 14);
    case Kind::Text:
        return quoted(value.text);
    case Kind::Table:
        return isInTable ? QByteArray("{…}") : textOfTable(value);
    case Kind::Function:
    case Kind::Other:
        break;
    }
    return "…";
}

// Adds the variables of one function call, without the first `skipped` ones.
void addFrame(
    lua_State *lua, const lua_Debug *frame, int skipped, std::vector<LocalVariable> *variables)
{
    const size_t first = variables->size();
    for (int i = skipped + 1; variables->size() < mostVariables; ++i) {
        const char *const name = lua_getlocal(lua, frame, i);
        if (name == nullptr)
            break;
        const bool hasMethods = hasMetatable(lua);
        int room = mostCopied;
        const LuaValue value = LuaValue::copy(lua, 2, &room);
        lua_pop(lua, 1);
        // A temporary of Lua's own, or a variable that is named as unused.
        if (*name == '(' || *name == '_' || !isShown(value, hasMethods))
            continue;
        // A later variable of the same name hides an earlier one.
        const auto hidden = std::find_if(variables->begin() + std::ptrdiff_t(first),
            variables->end(), [name](const LocalVariable &each) { return each.name == name; });
        if (hidden != variables->end())
            variables->erase(hidden);
        variables->push_back({name, textOf(value)});
    }
}

} // namespace

std::vector<LocalVariable> localVariables(lua_State *lua)
{
    std::vector<LocalVariable> variables;
    if (lua_checkstack(lua, 8) == 0)
        return variables;
    int frames = 0;
    lua_Debug frame;
    while (frames < deepestFrame && lua_getstack(lua, frames, &frame) != 0)
        ++frames;
    bool isOutermost = true;
    for (int level = frames - 1; level >= 0; --level) {
        if (lua_getstack(lua, level, &frame) == 0 || lua_getinfo(lua, "Su", &frame) == 0
            || *frame.what == 'C')
            continue;
        addFrame(lua, &frame, isOutermost ? frame.nparams : 0, &variables);
        isOutermost = false;
    }
    return variables;
}

} // namespace lockstep

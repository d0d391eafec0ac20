// The functions of luaapi.h that concern checks: the constructors that a file calls, each of which
// returns a table that remembers its line, and the methods of the view v that a check function is
// given.

#include "core/lab/program/luaapi.h"
#include "core/lab/program/programstate.h"
#include "core/lab/program/stateview.h"
#include "core/lab/scenario/checkkinds.h"
#include "core/redis/values/coretext.h"

#include <lua.hpp>

namespace lockstep {

namespace {

// The constructor of a check. Upvalue: its name.
int construct(lua_State *lua)
{
    const int arguments = lua_gettop(lua);
    lua_createtable(lua, arguments, 2);
    for (int i = 1; i <= arguments; ++i) {
        lua_pushvalue(lua, i);
        lua_rawseti(lua, -2, i);
    }
    lua_pushvalue(lua, lua_upvalueindex(1));
    lua_setfield(lua, -2, "check");
    lua_pushinteger(lua, LuaState::currentLine(lua));
    lua_setfield(lua, -2, "line");
    return 1;
}

// Returns the program whose check function is running, and stores the name it asks for in
// program.seen: a local QByteArray would leak if Lua left by longjmp.
ProgramState &viewAskedBy(lua_State *lua, const char *function)
{
    ClientThread *const thread = threadOf(lua);
    if (!thread || !thread->program->viewed) {
        LuaState::of(lua).noteMistake(lua,
            CoreText::bytes(
                CoreText::tr("%1 can only be asked while the check runs"), QByteArray(function)));
        LuaState::raise(lua);
    }
    ProgramState &program = *thread->program;
    size_t length = 0;
    const char *const name = textArgument(lua, 1, function, &length);
    program.seen.name = QByteArray(name, qsizetype(length));
    return program;
}

// As viewAskedBy(), for a function whose argument is a key: raises unless the scenario names that
// key.
ProgramState &viewOfKey(lua_State *lua, const char *function)
{
    ProgramState &program = viewAskedBy(lua, function);
    const QByteArray &key = program.seen.name;
    if (!checkKey(lua, program, key.constData(), size_t(key.size())))
        LuaState::raise(lua);
    return program;
}

int nodeArgument(lua_State *lua, const ProgramState &program)
{
    int isWhole = 1;
    const lua_Integer node = lua_isnoneornil(lua, 2) ? 0 : lua_tointegerx(lua, 2, &isWhole);
    if (!isWhole || node < 0 || node >= program.scenario->nodes) {
        LuaState::of(lua).noteMistake(lua,
            CoreText::bytes(CoreText::tr("there is no such server; its number is 0 to %1"),
                QByteArray::number(program.scenario->nodes - 1)));
        LuaState::raise(lua);
    }
    return int(node);
}

void pushBytes(lua_State *lua, const QByteArray &text)
{
    lua_pushlstring(lua, text.constData(), size_t(text.size()));
}

void pushNames(lua_State *lua, ProgramState *program, const std::vector<int> &clients)
{
    lua_createtable(lua, int(clients.size()), 0);
    for (size_t i = 0; i < clients.size(); ++i) {
        program->seen.text = program->viewed->clientName(clients[i]);
        pushBytes(lua, program->seen.text);
        lua_rawseti(lua, -2, lua_Integer(i + 1));
    }
}

int get(lua_State *lua)
{
    ProgramState &program = viewOfKey(lua, "v.get");
    const int node = nodeArgument(lua, program);
    bool exists = false;
    {
        std::optional<QByteArray> value = program.viewed->get(program.seen.name, node);
        exists = value.has_value();
        // A script may have stored the name of a key; programs know it without its prefix, too.
        if (exists && value->startsWith(program.prefix))
            value->remove(0, qsizetype(program.prefix.size()));
        program.seen.text = std::move(value).value_or(QByteArray());
    }
    if (exists)
        pushBytes(lua, program.seen.text);
    else
        lua_pushboolean(lua, 0);
    return 1;
}

int ttl(lua_State *lua)
{
    ProgramState &program = viewOfKey(lua, "v.ttl");
    const std::optional<qint64> left =
        program.viewed->ttl(program.seen.name, nodeArgument(lua, program));
    if (left)
        lua_pushinteger(lua, *left);
    else
        lua_pushboolean(lua, 0);
    return 1;
}

int size(lua_State *lua)
{
    ProgramState &program = viewOfKey(lua, "v.size");
    lua_pushinteger(lua, program.viewed->size(program.seen.name, nodeArgument(lua, program)));
    return 1;
}

int inside(lua_State *lua)
{
    ProgramState &program = viewAskedBy(lua, "v.inside");
    program.seen.clients = program.viewed->inside(program.seen.name);
    pushNames(lua, &program, program.seen.clients);
    return 1;
}

int countSoFar(lua_State *lua)
{
    ProgramState &program = viewAskedBy(lua, "v.count");
    lua_pushinteger(lua, program.viewed->count(program.seen.name));
    return 1;
}

int noTime(lua_State *lua)
{
    if (lua_type(lua, 2) != LUA_TSTRING || std::string_view(lua_tostring(lua, 2)) != "at")
        return 0; // no such field
    LuaState::of(lua).noteMistake(lua,
        CoreText::tr("the time of an event, “at”, is for scenarios that say clock = true")
            .toUtf8());
    return LuaState::raise(lua);
}

// A stepped run without a clock has no time. So that a check means the same in every mode, the
// event on the top of the stack has none in a free run either.
void refuseTime(lua_State *lua)
{
    if (luaL_newmetatable(lua, "lockstep.event")) {
        lua_pushcfunction(lua, noTime);
        lua_setfield(lua, -2, "__index");
        lua_pushboolean(lua, 0);
        lua_setfield(lua, -2, "__metatable");
    }
    lua_setmetatable(lua, -2);
}

// What stands in place of the clients inside where they are hidden, whatever is done with it.
int askHiddenInside(lua_State *lua)
{
    const auto *const hidden =
        static_cast<const size_t *>(luaL_testudata(lua, 1, "lockstep.hiddenInside"));
    const ClientThread *const thread = threadOf(lua);
    if (hidden != nullptr && thread && thread->program->viewed)
        thread->program->viewed->noteInsideAsked(*hidden);
    LuaState::of(lua).noteMistake(lua, CoreText::tr("who was inside is not told here").toUtf8());
    return LuaState::raise(lua);
}

void pushHiddenInside(lua_State *lua, size_t hidden)
{
    *static_cast<size_t *>(lua_newuserdatauv(lua, sizeof(size_t), 0)) = hidden;
    if (luaL_newmetatable(lua, "lockstep.hiddenInside")) {
        for (const char *use :
            {"__index", "__len", "__newindex", "__concat", "__call", "__asked"}) {
            lua_pushcfunction(lua, askHiddenInside);
            lua_setfield(lua, -2, use);
        }
        lua_pushboolean(lua, 0);
        lua_setfield(lua, -2, "__metatable");
    }
    lua_setmetatable(lua, -2);
}

int events(lua_State *lua)
{
    ProgramState &program = viewAskedBy(lua, "v.events");
    program.seen.events = program.viewed->events(program.seen.name);
    constexpr qint64 instructionsAnEvent = 20; // charged for the table that is made of each event
    LuaState::of(lua).spend(lua, qint64(program.seen.events.size()) * instructionsAnEvent);
    lua_createtable(lua, int(program.seen.events.size()), 0);
    lua_Integer place = 0;
    for (const StateView::EventSeen &each : program.seen.events) {
        lua_createtable(lua, 0, 5);
        pushBytes(lua, each.name);
        lua_setfield(lua, -2, "name");
        if (each.text.isEmpty())
            lua_pushinteger(lua, each.value);
        else
            pushBytes(lua, each.text);
        lua_setfield(lua, -2, "value");
        program.seen.text = program.viewed->clientName(each.client);
        pushBytes(lua, program.seen.text);
        lua_setfield(lua, -2, "client");
        if (program.scenario->clock) {
            lua_pushinteger(lua, each.atMs);
            lua_setfield(lua, -2, "at");
        } else {
            refuseTime(lua);
        }
        if (each.hiddenInside)
            pushHiddenInside(lua, *each.hiddenInside);
        else
            pushNames(lua, &program, each.inside);
        lua_setfield(lua, -2, "inside");
        lua_rawseti(lua, -2, ++place);
    }
    return 1;
}

} // namespace

void addCheckConstructors(lua_State *lua)
{
    const auto add = [lua](const char *name) {
        lua_pushstring(lua, name);
        lua_pushcclosure(lua, construct, 1);
        lua_setfield(lua, -2, name);
    };
    for (const CheckKind &check : allCheckKinds)
        add(check.name);
    add(namedFunction);
}

void addViewFunctions(lua_State *lua)
{
    const luaL_Reg functions[] = {{"count", countSoFar}, {"events", events}, {"get", get},
        {"inside", inside}, {"size", size}, {"ttl", ttl}, {nullptr, nullptr}};
    luaL_setfuncs(lua, functions, 0);
}

} // namespace lockstep

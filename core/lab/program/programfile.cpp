// The part of ProgramState that runs the file. A process begins by running the file, which makes
// its local variables. Only the function of a role that uses none of them is called without running
// the file: it has nowhere to keep anything.

#include "core/lab/lua/luasandbox.h"
#include "core/lab/program/luaapi.h"
#include "core/lab/program/programstate.h"
#include "core/redis/values/coretext.h"

#include <lua.hpp>

#include <cstring>

namespace lockstep {

namespace {

void pushRaw(lua_State *lua, const char *name)
{
    lua_pushstring(lua, name);
    lua_rawget(lua, -2);
}

// Pushes the function of a role, from the file's table on the top; nil where there is none.
void pushRoleFunction(lua_State *lua, int role)
{
    if (!lua_istable(lua, -1)) {
        lua_pushnil(lua);
        return;
    }
    pushRaw(lua, role < 0 ? "setup" : "client");
    if (role < 0 || !lua_isnil(lua, -1))
        return;
    lua_pop(lua, 1);
    pushRaw(lua, "clients");
    if (lua_istable(lua, -1) && lua_rawgeti(lua, -1, role + 1) == LUA_TTABLE)
        pushRaw(lua, "run");
}

// Whether the function on the top keeps nothing from one call to the next.
bool keepsNothing(lua_State *lua)
{
    const char *const first = lua_getupvalue(lua, -1, 1);
    if (!first)
        return true;
    lua_pop(lua, 1);
    if (std::strcmp(first, "_ENV") != 0)
        return false;
    if (!lua_getupvalue(lua, -1, 2))
        return true;
    lua_pop(lua, 1);
    return false;
}

void pushIdentity(lua_State *lua, const ClientIdentity &identity)
{
    lua_createtable(lua, 0, 4);
    lua_pushlstring(lua, identity.name.constData(), size_t(identity.name.size()));
    lua_setfield(lua, -2, "name");
    lua_pushinteger(lua, identity.index);
    lua_setfield(lua, -2, "index");
    lua_pushfstring(lua, "%s-%d", identity.name.constData(), identity.begun);
    lua_setfield(lua, -2, "token");
    lua_pushinteger(lua, identity.server);
    lua_setfield(lua, -2, "server");
}

int hasEnded(lua_State *, int, lua_KContext)
{
    return 0;
}

// Called by Lua for p.name if there is no such parameter.
int refuseParameter(lua_State *lua)
{
    const ClientThread *const thread = threadOf(lua);
    if (thread && lua_type(lua, 2) == LUA_TSTRING) {
        QByteArray names;
        for (const Parameter &each : thread->program->scenario->parameters)
            names += (names.isEmpty() ? "" : ", ") + each.name;
        LuaState::of(lua).noteMistake(lua,
            names.isEmpty()
                ? CoreText::bytes(CoreText::tr("there is no parameter “%1”; there is none"),
                    shortened(lua_tostring(lua, 2)))
                : CoreText::bytes(CoreText::tr("there is no parameter “%1”; there are: %2"),
                    shortened(lua_tostring(lua, 2)), names));
    }
    return LuaState::raise(lua);
}

// Pushes the table p, which all processes read.
void pushSettings(lua_State *lua, const Settings &settings)
{
    lua_createtable(lua, 0, int(settings.size()));
    for (const auto &[name, value] : settings) {
        lua_pushlstring(lua, name.constData(), size_t(name.size()));
        lua_pushinteger(lua, value);
        lua_rawset(lua, -3);
    }
    lua_createtable(lua, 0, 1);
    lua_pushcfunction(lua, refuseParameter);
    lua_setfield(lua, -2, "__index");
    lua_setmetatable(lua, -2);
    closeTable(lua, QT_TRANSLATE_NOOP("lockstep::CoreText", "the table of parameters"));
}

} // namespace

int runFile(lua_State *lua)
{
    ClientThread *const thread = threadOf(lua);
    const ProgramState &program = *thread->program;
    const ClientIdentity &identity = thread->process->identity;
    const size_t place = size_t(identity.role + 1);
    if (place < program.roleFunctions.size() && program.roleFunctions[place] != LUA_NOREF) {
        lua_rawgeti(lua, LUA_REGISTRYINDEX, program.roleFunctions[place]);
    } else {
        thread->phase = ClientThread::Phase::Reading;
        lua_rawgeti(lua, LUA_REGISTRYINDEX, program.chunk);
        lua_call(lua, 0, 1);
        thread->phase = ClientThread::Phase::Running;
        pushRoleFunction(lua, identity.role);
    }
    if (!lua_isfunction(lua, -1))
        return 0;
    lua_rawgeti(lua, LUA_REGISTRYINDEX, program.settings);
    if (identity.role < 0) {
        lua_callk(lua, 1, 0, 0, hasEnded);
    } else {
        pushIdentity(lua, identity);
        lua_callk(lua, 2, 0, 0, hasEnded);
    }
    return 0;
}

int prepareFile(lua_State *lua)
{
    auto *const program = static_cast<ProgramState *>(lua_touserdata(lua, 1));
    pushSettings(lua, program->options.settings);
    program->settings = luaL_ref(lua, LUA_REGISTRYINDEX);
    lua_rawgeti(lua, LUA_REGISTRYINDEX, program->chunk);
    lua_call(lua, 0, 1);
    for (int role = -1; role < int(program->scenario->roles.size()); ++role) {
        const int top = lua_gettop(lua);
        pushRoleFunction(lua, role);
        if (lua_isfunction(lua, -1) && keepsNothing(lua))
            program->roleFunctions[size_t(role + 1)] = luaL_ref(lua, LUA_REGISTRYINDEX);
        lua_settop(lua, top);
    }
    return 0;
}

} // namespace lockstep

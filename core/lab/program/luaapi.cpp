#include "core/lab/program/luaapi.h"

#include "core/lab/lua/luasandbox.h"
#include "core/lab/program/buffermemory.h"
#include "core/lab/program/programstate.h"
#include "core/redis/values/coretext.h"

#include <hiredis/hiredis.h>
#include <lua.hpp>

#include <cmath>

namespace lockstep {

namespace {

using Awaits = ClientThread::Awaits;

// Limits, arguments and yielding that the functions of luaapi.h have in common, and openLab(),
// which puts them all into a Lua state.
constexpr size_t longestName = 1000; // bytes
constexpr lua_Integer longestTime = 86'400'000; // ms, a day

// The continuation of a coroutine that has yielded in yieldRequest(); lua_resume() calls it.
int takeReply(lua_State *lua, int, lua_KContext)
{
    ClientThread *const thread = threadOf(lua);
    emptyLargeBuffers(LuaState::of(lua), *thread);
    return giveReply(lua, thread, thread->reply);
}

} // namespace

int giveReply(lua_State *lua, const ClientThread *thread, const redisReply *reply)
{
    const std::string &prefix = thread->program->prefix;
    const bool isError = reply && reply->type == REDIS_REPLY_ERROR;
    if (isError && thread->awaits != Awaits::ReplyOrError) {
        luaL_where(lua, 1);
        lua_pushlstring(lua, refusedByServer.data(), size_t(refusedByServer.size()));
        lua_pushlstring(lua, reply->str, reply->len);
        lua_pushlstring(lua, hintAtPcall.data(), size_t(hintAtPcall.size()));
        lua_concat(lua, 4);
        return lua_error(lua);
    }
    if (thread->awaits == Awaits::Nothing)
        return 0;
    if (thread->awaits == Awaits::Number) {
        lua_pushinteger(lua, reply ? reply->integer : 1);
        return 1;
    }
    if (thread->awaits == Awaits::Message && (!reply || reply->type == REDIS_REPLY_NIL)) {
        lua_pushnil(lua);
        return 1;
    }
    pushReply(lua, reply, prefix.data(), thread->awaits == Awaits::Message ? 0 : prefix.size());
    return 1;
}

ClientThread *&threadOf(lua_State *lua)
{
    return *static_cast<ClientThread **>(lua_getextraspace(lua));
}

ClientThread *clientOf(lua_State *lua, const char *function, bool steps)
{
    ClientThread *const thread = threadOf(lua);
    LuaState &state = LuaState::of(lua);
    if (!thread || thread->phase == ClientThread::Phase::Reading)
        state.noteMistake(lua,
            CoreText::bytes(
                CoreText::tr("%1 cannot be used while the file is read; only in setup and in the "
                             "clients"),
                function));
    else if (thread->phase == ClientThread::Phase::Checking)
        state.noteMistake(lua,
            CoreText::bytes(
                CoreText::tr("%1 cannot be used in a check, which only looks; use its view"),
                function));
    else if (steps && !lua_isyieldable(lua))
        state.noteMistake(lua,
            CoreText::bytes(
                CoreText::tr("%1 cannot be used in a function that is called by table.sort, "
                             "string.gsub or tostring; call it outside"),
                function));
    else
        return thread;
    LuaState::raise(lua);
}

void refuseInSetup(
    lua_State *lua, const ClientThread &thread, const char *function, const char *sentence)
{
    const bool isSetup = thread.process->identity.role < 0;
    if (!isSetup || !thread.program->options.asksForChoices)
        return;
    LuaState::of(lua).noteMistake(lua,
        CoreText::bytes(CoreText::tr("%1 in setup has no place in steps; %2"), function,
            CoreText::tr(sentence)));
    LuaState::raise(lua);
}

const char *textArgument(lua_State *lua, int index, const char *function, size_t *length)
{
    if (lua_type(lua, index) != LUA_TSTRING) {
        LuaState::of(lua).noteMistake(lua,
            CoreText::bytes(CoreText::tr("%1: argument %2 is %3; it is a text"), function,
                QByteArray::number(index),
                lua_isnoneornil(lua, index) ? CoreText::tr("missing")
                                            : QString::fromLatin1(luaL_typename(lua, index))));
        LuaState::raise(lua);
    }
    size_t size = 0;
    const char *const text = lua_tolstring(lua, index, &size);
    if (size > longestName) {
        LuaState::of(lua).noteMistake(lua,
            CoreText::bytes(CoreText::tr("%1: argument %2 has %3 bytes; a name has at most %4"),
                function, QByteArray::number(index), QByteArray::number(qint64(size)),
                QByteArray::number(qint64(longestName))));
        LuaState::raise(lua);
    }
    if (length)
        *length = size;
    return text;
}

void refuseCall(lua_State *lua, const char *function, const char *sentence)
{
    LuaState::of(lua).noteMistake(
        lua, CoreText::bytes(CoreText::tr(sentence), CoreText::tr(function)));
    LuaState::raise(lua);
}

std::chrono::milliseconds timeArgument(lua_State *lua, int index, const char *function)
{
    const lua_Number time = lua_type(lua, index) == LUA_TNUMBER ? lua_tonumber(lua, index) : NAN;
    if (!(time >= 0 && time <= lua_Number(longestTime)))
        refuseCall(lua, function,
            QT_TRANSLATE_NOOP(
                "lockstep::CoreText", "%1 takes milliseconds, a number of 0 to 86400000 (a day)"));
    return std::chrono::milliseconds(qint64(std::ceil(time)));
}

int yieldRequest(lua_State *lua, ClientThread *thread)
{
    thread->reply = nullptr;
    if (thread->request.kind != Request::Kind::Wait)
        thread->waits = 0;
    chargeBuffers(LuaState::of(lua), *thread);
    return lua_yieldk(lua, 0, 0, takeReply);
}

int openLab(lua_State *lua)
{
    pushLuaSandbox(lua);
    addCommandFunctions(lua);
    addWaitFunctions(lua, 0);
    addMessageFunctions(lua, 0);
    addThreadFunctions(lua);
    addTimeFunctions(lua);
    addMarkFunctions(lua);
    addCheckConstructors(lua);
    closeTable(lua, "");
    lua_rawseti(lua, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
    return 0;
}

} // namespace lockstep

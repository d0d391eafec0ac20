// The functions of luaapi.h that wait for keys and for messages.

#include "core/lab/program/luaapi.h"
#include "core/lab/program/programstate.h"
#include "core/lab/wire/requestwire.h"
#include "core/redis/values/coretext.h"

#include <lua.hpp>

#include <algorithm>

namespace lockstep {

namespace {

constexpr int mostWaits = 10'000; // allowed without a command between them

const char *functionOf(Wait::Kind kind)
{
    return kind == Wait::Kind::Gone ? "await_gone" : "await";
}

// Whether another thread goes on at the moment at which the one that runs would begin a wait: the
// one that is starting it, one that it has started, or one that has waited for its mutex.
bool goesOnBesideOthers(const ProgramState &program)
{
    const auto goesOn = [&](const Program::ThreadRef &each) {
        const ClientThread *const thread = program.find(each.process, each.thread);
        return thread && thread->request.kind != Request::Kind::Finished;
    };
    return program.running || std::any_of(program.changed.begin(), program.changed.end(), goesOn);
}

// Also the continuation of waitForKey(), with the same arguments on the stack.
int lookAtKey(lua_State *lua, int, lua_KContext kindOfWait)
{
    const auto kind = Wait::Kind(kindOfWait);
    const char *const function = functionOf(kind);
    ClientThread *const thread = clientOf(lua, function, true);
    size_t length = 0;
    const char *const key = textArgument(lua, 1, function, &length);
    composeWait(lua, thread, kind, function);
    Wait &wait = thread->request.wait;
    wait.node = int(lua_tointeger(lua, lua_upvalueindex(1)));
    wait.name = thread->program->options.prefix;
    wait.name.append(key, qsizetype(length));
    appendReadable(&thread->words, {key, length});
    return yieldRequest(lua, thread);
}

// A client's first look at the key takes a moment, in which the commands of threads that go on
// beside this one may come first: the wait then begins with a step of its own.
int waitForKey(lua_State *lua, Wait::Kind kind)
{
    const char *const function = functionOf(kind);
    ClientThread *const thread = clientOf(lua, function, true);
    refuseInSetup(lua, *thread, function, letAClientWait);
    size_t length = 0;
    const char *const key = textArgument(lua, 1, function, &length);
    if (!checkKey(lua, *thread->program, key, length))
        return LuaState::raise(lua);
    if (!goesOnBesideOthers(*thread->program))
        return lookAtKey(lua, LUA_YIELD, lua_KContext(kind));
    composeRequest(lua, thread, Request::Kind::Work, 0);
    thread->words.assign(function);
    appendReadable(&thread->words, {key, length});
    chargeBuffers(LuaState::of(lua), *thread);
    return lua_yieldk(lua, 0, lua_KContext(kind), lookAtKey);
}

int awaitGone(lua_State *lua)
{
    return waitForKey(lua, Wait::Kind::Gone);
}

int await(lua_State *lua)
{
    return waitForKey(lua, Wait::Kind::Changed);
}

// The server tells of a key's expiry on a channel of its own making, whose name ends with the key.
// refuseCall() leaves by longjmp, which runs no destructors: nothing that owns memory is alive when
// it is called.
QByteArray channelOf(lua_State *lua, const ProgramState &program, QByteArrayView name)
{
    const QByteArrayView ofKeys = "__keyspace@0__:";
    if (name.startsWith("__key") && !name.startsWith(ofKeys))
        refuseCall(lua, "subscribe",
            QT_TRANSLATE_NOOP("lockstep::CoreText",
                "%1(\"__keyspace@0__:KEY\") is the one that tells of a run's keys"));
    if (!name.startsWith(ofKeys))
        return program.options.prefix + name.toByteArray();
    if (!program.scenario->expiredEvents)
        refuseCall(lua, "subscribe",
            QT_TRANSLATE_NOOP("lockstep::CoreText",
                "%1 to a key's expiry is for scenarios that say expired_events = true"));
    return ofKeys.toByteArray() + program.options.prefix + name.sliced(ofKeys.size()).toByteArray();
}

// Puts the channel at argument 1, as the server knows it, into the request.
void nameChannel(lua_State *lua, ClientThread *thread, const char *function)
{
    size_t length = 0;
    const char *const channel = textArgument(lua, 1, function, &length);
    thread->request.channel = channelOf(lua, *thread->program, {channel, qsizetype(length)});
    thread->words.assign(function);
    appendReadable(&thread->words, {channel, length});
}

int subscribe(lua_State *lua)
{
    ClientThread *const thread = clientOf(lua, "subscribe", true);
    refuseInSetup(
        lua, *thread, "subscribe", QT_TRANSLATE_NOOP("lockstep::CoreText", "let a client do it"));
    const int node = int(lua_tointeger(lua, lua_upvalueindex(1)));
    composeRequest(lua, thread, Request::Kind::Subscribe, node);
    nameChannel(lua, thread, "subscribe");
    const QByteArray &channel = thread->request.channel;
    appendCommand(&thread->wire, {"SUBSCRIBE", {channel.constData(), size_t(channel.size())}});
    thread->process->subscriptions.insert({node, channel});
    return yieldRequest(lua, thread);
}

int receive(lua_State *lua)
{
    ClientThread *const thread = clientOf(lua, "receive", true);
    const int node = int(lua_tointeger(lua, lua_upvalueindex(1)));
    composeRequest(lua, thread, Request::Kind::Receive, node);
    nameChannel(lua, thread, "receive");
    if (thread->process->subscriptions.count({node, thread->request.channel}) == 0)
        refuseCall(lua, "receive",
            QT_TRANSLATE_NOOP(
                "lockstep::CoreText", "%1 needs subscribe(channel) of the same channel before it"));
    const bool forEver =
        lua_isnoneornil(lua, 2) || (lua_type(lua, 2) == LUA_TNUMBER && lua_tonumber(lua, 2) < 0);
    if (!forEver) {
        thread->request.timeout = timeArgument(
            lua, 2, QT_TRANSLATE_NOOP("lockstep::CoreText", "receive: the second argument"));
        appendReadable(&thread->words, std::to_string(thread->request.timeout->count()));
    }
    thread->awaits = ClientThread::Awaits::Message;
    return yieldRequest(lua, thread);
}

void addWithNode(lua_State *lua, const luaL_Reg *functions, int node)
{
    lua_pushinteger(lua, node);
    luaL_setfuncs(lua, functions, 1);
}

} // namespace

void composeRequest(lua_State *lua, ClientThread *thread, Request::Kind kind, int node)
{
    Request &request = thread->request;
    request.kind = kind;
    request.node = node;
    request.line = LuaState::currentLine(lua);
    request.replies = kind == Request::Kind::Subscribe ? 1 : 0;
    request.script = false;
    request.timeout.reset();
    thread->wire.clear();
    thread->words.clear();
    thread->awaits = ClientThread::Awaits::Nothing;
}

void composeWait(lua_State *lua, ClientThread *thread, Wait::Kind kind, const char *function)
{
    if (++thread->waits > mostWaits)
        refuseCall(lua, function,
            QT_TRANSLATE_NOOP("lockstep::CoreText",
                "%1 is called again and again without a command; an endless loop?"));
    composeRequest(lua, thread, Request::Kind::Wait, 0);
    thread->words.assign(function);
    Wait &wait = thread->request.wait;
    wait.kind = kind;
    wait.sleeps = false;
    wait.node = 0;
    wait.name.clear();
    wait.span = {};
}

void addWaitFunctions(lua_State *lua, int node)
{
    const luaL_Reg functions[] = {{"await", await}, {"await_gone", awaitGone}, {nullptr, nullptr}};
    addWithNode(lua, functions, node);
}

void addMessageFunctions(lua_State *lua, int node)
{
    const luaL_Reg functions[] = {
        {"receive", receive}, {"subscribe", subscribe}, {nullptr, nullptr}};
    addWithNode(lua, functions, node);
}

} // namespace lockstep

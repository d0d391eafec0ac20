// Part of luaapi.h. Waits, messages, time and chance.

#include "core/lab/program/luaapi.h"
#include "core/lab/program/programstate.h"
#include "core/lab/wire/requestwire.h"

#include <lua.hpp>

#include <cmath>

namespace lockstep {

namespace {

constexpr lua_Integer longestTime = 86'400'000; // ms, a day
constexpr int mostWaits = 10'000; // without a command between them
constexpr lua_Integer mostChoices = 100; // so that an exploration can take them all

[[noreturn]] void refuse(lua_State *lua, const char *function, const char *sentence)
{
    LuaState::of(lua).noteMistake(lua, QByteArray(function) + sentence);
    LuaState::raise(lua);
}

// The argument in milliseconds; a part of one counts as a whole.
std::chrono::milliseconds timeArgument(lua_State *lua, int index, const char *function)
{
    const lua_Number time = lua_type(lua, index) == LUA_TNUMBER ? lua_tonumber(lua, index) : NAN;
    if (!(time >= 0 && time <= lua_Number(longestTime)))
        refuse(lua, function, " takes milliseconds, a number of 0 to 86400000 (a day)");
    return std::chrono::milliseconds(qint64(std::ceil(time)));
}

int waitForKey(lua_State *lua, Wait::Kind kind, const char *function)
{
    ClientThread *const thread = clientOf(lua, function, true);
    size_t length = 0;
    const char *const key = textArgument(lua, 1, function, &length);
    if (!checkKey(lua, *thread->program, key, length))
        return LuaState::raise(lua);
    composeWait(lua, thread, kind, function);
    Wait &wait = thread->request.wait;
    wait.node = int(lua_tointeger(lua, lua_upvalueindex(1)));
    wait.name = thread->program->options.prefix;
    wait.name.append(key, qsizetype(length));
    appendReadable(&thread->words, {key, length});
    return giveWay(lua, thread);
}

int awaitGone(lua_State *lua)
{
    return waitForKey(lua, Wait::Kind::Gone, "await_gone");
}

int await(lua_State *lua)
{
    return waitForKey(lua, Wait::Kind::Changed, "await");
}

int waitForTime(lua_State *lua, ClientThread *thread, const char *function, bool sleeps)
{
    const std::chrono::milliseconds span = timeArgument(lua, 1, function);
    composeWait(lua, thread, Wait::Kind::Until, function);
    thread->request.wait.span = span;
    thread->request.wait.sleeps = sleeps;
    appendReadable(&thread->words, std::to_string(span.count()));
    return giveWay(lua, thread);
}

int work(lua_State *lua)
{
    ClientThread *const thread = clientOf(lua, "work", true);
    if (!lua_isnoneornil(lua, 1))
        return waitForTime(lua, thread, "work", false);
    composeRequest(lua, thread, Request::Kind::Work, 0);
    thread->words.append("work");
    return giveWay(lua, thread);
}

int sleep(lua_State *lua)
{
    ClientThread *const thread = clientOf(lua, "sleep", true);
    if (!thread->cancelled)
        return waitForTime(lua, thread, "sleep", true);
    timeArgument(lua, 1, "sleep");
    thread->phase = ClientThread::Phase::Broken;
    composeRequest(lua, thread, Request::Kind::Finished, 0);
    return giveWay(lua, thread); // without a time-out: it waits for ever
}

// The server tells of a key's expiry on a channel of its own making, whose name ends with the key.
// Refusing jumps out of here, past whatever would have been freed: nothing is held until then.
QByteArray channelOf(lua_State *lua, const ProgramState &program, QByteArrayView name)
{
    const QByteArrayView ofKeys = "__keyspace@0__:";
    if (name.startsWith("__key") && !name.startsWith(ofKeys))
        refuse(lua, "subscribe", "(\"__keyspace@0__:KEY\") is the one that tells of a run's keys");
    if (!name.startsWith(ofKeys))
        return program.options.prefix + name.toByteArray();
    if (!program.scenario->expiredEvents)
        refuse(lua, "subscribe",
            " to a key's expiry is for scenarios that say "
            "expired_events = true");
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
    const int node = int(lua_tointeger(lua, lua_upvalueindex(1)));
    composeRequest(lua, thread, Request::Kind::Subscribe, node);
    nameChannel(lua, thread, "subscribe");
    const QByteArray &channel = thread->request.channel;
    appendCommand(&thread->wire, {"SUBSCRIBE", {channel.constData(), size_t(channel.size())}});
    thread->process->subscriptions.insert({node, channel});
    return giveWay(lua, thread);
}

int receive(lua_State *lua)
{
    ClientThread *const thread = clientOf(lua, "receive", true);
    const int node = int(lua_tointeger(lua, lua_upvalueindex(1)));
    composeRequest(lua, thread, Request::Kind::Receive, node);
    nameChannel(lua, thread, "receive");
    if (thread->process->subscriptions.count({node, thread->request.channel}) == 0)
        refuse(lua, "receive", " needs subscribe(channel) of the same channel before it");
    const bool forEver =
        lua_isnoneornil(lua, 2) || (lua_type(lua, 2) == LUA_TNUMBER && lua_tonumber(lua, 2) < 0);
    if (!forEver) {
        thread->request.timeout = timeArgument(lua, 2, "receive: the second argument");
        appendReadable(&thread->words, std::to_string(thread->request.timeout->count()));
    }
    thread->awaits = ClientThread::Awaits::Message;
    return giveWay(lua, thread);
}

int now(lua_State *lua)
{
    const ClientThread *const thread = clientOf(lua, "now", false);
    ProgramState &program = *thread->program;
    if (!program.scenario->clock || !program.options.clock)
        refuse(lua, "now", "() is for scenarios that say clock = true");
    program.hasReadClock = true;
    lua_pushinteger(lua, program.options.clock());
    return 1;
}

// Steele, Lea, Flood: Fast splittable pseudorandom number generators, OOPSLA 2014.
quint64 mixed(quint64 value)
{
    value += 0x9e3779b97f4a7c15ULL;
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9ULL;
    value = (value ^ (value >> 27)) * 0x94d049bb133111ebULL;
    return value ^ (value >> 31);
}

int choose(lua_State *lua, lua_Integer most)
{
    ClientThread *const thread = clientOf(lua, "random", true);
    if (thread->process->identity.role < 0)
        refuse(lua, "random",
            "(n) in setup has no place in steps; let a client choose, or a parameter");
    if (most > mostChoices)
        refuse(lua, "random",
            "(n) of more than 100 numbers has too many outcomes to be stepped or explored; a free "
            "run takes any");
    composeRequest(lua, thread, Request::Kind::Choice, 0);
    thread->request.choices = int(most);
    thread->words.append("random");
    appendReadable(&thread->words, std::to_string(most));
    thread->awaits = ClientThread::Awaits::Number;
    return giveWay(lua, thread);
}

int random(lua_State *lua)
{
    ClientThread *const thread = clientOf(lua, "random", false);
    int isWhole = 0;
    const lua_Integer most = lua_tointegerx(lua, 1, &isWhole);
    if (!isWhole || most < 1)
        refuse(lua, "random", "(n) takes a whole number from 1 and gives one of 1 … n");
    if (thread->program->options.asksForChoices)
        return choose(lua, most);
    const ClientIdentity &identity = thread->process->identity;
    quint64 value = mixed(thread->program->options.seed);
    value = mixed(value ^ quint64(identity.index));
    for (const char c : identity.token)
        value = mixed(value ^ quint64(static_cast<uchar>(c)));
    value = mixed(value ^ (quint64(thread->number) << 32) ^ quint64(thread->randomCalls++));
    lua_pushinteger(lua, lua_Integer(value % quint64(most)) + 1);
    return 1;
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
        refuse(lua, function, " is called again and again without a command; an endless loop?");
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

void addTimeFunctions(lua_State *lua)
{
    const luaL_Reg functions[] = {
        {"now", now}, {"random", random}, {"sleep", sleep}, {"work", work}, {nullptr, nullptr}};
    luaL_setfuncs(lua, functions, 0);
}

} // namespace lockstep

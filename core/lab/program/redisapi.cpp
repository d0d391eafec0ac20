// The functions of luaapi.h that send commands: redis.call, redis.pcall, redis.script and redis.on.
// A free run makes some hundred thousand of these calls a second: the words go from Lua's stack
// straight into the thread's buffers, and nothing else is allocated.

#include "core/lab/lua/luasandbox.h"
#include "core/lab/program/buffermemory.h"
#include "core/lab/program/commandwords.h"
#include "core/lab/program/luaapi.h"
#include "core/lab/program/programstate.h"
#include "core/lab/program/serverscript.h"
#include "core/lab/program/transactionqueue.h"
#include "core/lab/wire/requestwire.h"
#include "core/redis/values/coretext.h"

#include <lua.hpp>

namespace lockstep {

namespace {

using Awaits = ClientThread::Awaits;

int callServer(lua_State *lua, const char *function, Awaits awaits)
{
    const int node = int(lua_tointeger(lua, lua_upvalueindex(1)));
    ClientThread *const thread = clientOf(lua, function, true);
    readWords(lua, thread, function);
    TransactionQueue queue(lua, thread, node);
    if (!thread->arguments.empty()) {
        const std::string_view name = thread->arguments[0];
        if (isSameWord(name, "MULTI"))
            return queue.open();
        if (isSameWord(name, "EXEC"))
            return queue.execute(awaits);
        if (isSameWord(name, "DISCARD"))
            return queue.discard(awaits);
        if (queue.takes())
            return queue.add(awaits);
        if (isSameWord(name, "WATCH"))
            refuseInSetup(lua, *thread, "WATCH",
                QT_TRANSLATE_NOOP(
                    "lockstep::CoreText", "nobody comes in between, so go without it"));
    }
    composeCommand(lua, thread, node, awaits);
    if (!encode(lua, thread, &thread->wire, &thread->words))
        return LuaState::raise(lua);
    queue.noteWatch();
    return yieldRequest(lua, thread);
}

int call(lua_State *lua)
{
    return callServer(lua, "redis.call", Awaits::Reply);
}

int callProtected(lua_State *lua)
{
    return callServer(lua, "redis.pcall", Awaits::ReplyOrError);
}

// Appends the words of the table at the index. They are copied at once: a number becomes text only
// on the stack.
int appendList(lua_State *lua, ClientThread *thread, int index, bool areKeys)
{
    if (lua_isnoneornil(lua, index))
        return 0;
    if (!lua_istable(lua, index)) {
        LuaState::of(lua).noteMistake(lua,
            CoreText::tr("redis.script takes a name, a table of keys and a table of arguments")
                .toUtf8());
        LuaState::raise(lua);
    }
    int count = 0;
    for (; lua_rawgeti(lua, index, count + 1) != LUA_TNIL; ++count, lua_pop(lua, 1)) {
        std::string_view word;
        if (!readWord(lua, -1, &word)) {
            LuaState::of(lua).noteMistake(lua,
                CoreText::tr("redis.script: keys and arguments are texts or numbers").toUtf8());
            LuaState::raise(lua);
        }
        chargeWord(lua, thread->scriptRest, word.size());
        if (areKeys && !checkKey(lua, *thread->program, word.data(), word.size()))
            LuaState::raise(lua);
        appendWord(&thread->scriptRest,
            areKeys ? std::string_view(thread->program->prefix) : std::string_view(), word);
        appendReadable(&thread->words, word);
    }
    lua_pop(lua, 1);
    return count;
}

// Whether a program may call the script; notes the mistake if not.
bool isAllowed(
    lua_State *lua, const ClientThread &thread, std::string_view name, const ServerScript &script)
{
    const Program::Options &options = thread.program->options;
    if (!options.commands)
        return true;
    const auto refuse = [&](const QString &sentence, const QByteArray &why) {
        if (!why.isEmpty())
            LuaState::of(lua).noteMistake(lua, CoreText::bytes(sentence, shortened(name), why));
        return why.isEmpty();
    };
    return refuse(CoreText::tr("the script “%1” cannot be used: %2"),
               thread.program->refusalOf(script.source))
        && (!options.steps
            || refuse(CoreText::tr("the script “%1” cannot be used in steps: %2"),
                options.steps->refusalOfScript(script.source, *options.commands)));
}

// Finds a script by its name; nullptr if there is none. On a user's server only the shipped scripts
// may be called, with a guard before them.
const ServerScript *findScript(const ProgramState &program, std::string_view name)
{
    const CommandTable *const commands = program.options.commands;
    if (commands && commands->serverOwner() == CommandTable::ServerOwner::User)
        return serverScript(name, ScriptGuard::Prefix);
    const auto own = program.ownScripts.find(name);
    return own == program.ownScripts.end() ? serverScript(name, ScriptGuard::None) : &own->second;
}

int script(lua_State *lua)
{
    const int node = int(lua_tointeger(lua, lua_upvalueindex(1)));
    ClientThread *const thread = clientOf(lua, "redis.script", true);
    size_t length = 0;
    const char *const name = textArgument(lua, 1, "redis.script", &length);
    const ServerScript *const found = findScript(*thread->program, {name, length});
    if (!found) {
        LuaState::of(lua).noteMistake(lua,
            CoreText::bytes(CoreText::tr("there is no script “%1”%2"), shortened({name, length}),
                nearestServerScripts(name, thread->program->ownScripts)));
        return LuaState::raise(lua);
    }
    if (!isAllowed(lua, *thread, {name, length}, *found))
        return LuaState::raise(lua);
    composeCommand(lua, thread, node, Awaits::Reply);
    thread->scriptRest.clear();
    thread->words.append(name, length);
    const int keys = appendList(lua, thread, 2, true);
    const int arguments = appendList(lua, thread, 3, false);
    thread->script = found;
    thread->scriptKeys = keys;
    thread->scriptWords = 3 + keys + arguments;
    TransactionQueue queue(lua, thread, node);
    if (queue.takes()) {
        chargeWord(lua, thread->transaction.wire, found->source.size() + thread->scriptRest.size());
        // An unknown script would spoil the transaction, so it goes with its source.
        appendScript(*thread, false, &thread->transaction.wire);
        thread->transaction.words.push_back(' ');
        thread->transaction.words.append(thread->words);
        return queue.added();
    }
    makeRoomInBuffers(lua, thread, found->source.size() + thread->scriptRest.size());
    appendScript(*thread, true, &thread->wire);
    thread->request.script = true;
    return yieldRequest(lua, thread);
}

// Implements redis.on(n), which returns a table like redis for another server. Upvalue 1: the
// tables made so far.
int onNode(lua_State *lua)
{
    const ClientThread *const thread = clientOf(lua, "redis.on", false);
    int isWhole = 0;
    const lua_Integer node = lua_tointegerx(lua, 1, &isWhole);
    if (!isWhole || node < 0 || node >= thread->program->scenario->nodes) {
        const int nodes = thread->program->scenario->nodes;
        LuaState::of(lua).noteMistake(lua,
            CoreText::bytes(CoreText::tr("redis.on takes the number of a server, 0 to %1%2"),
                QByteArray::number(nodes - 1),
                nodes == 1 ? CoreText::tr("; nodes = 3 in the file makes it three") : QString()));
        return LuaState::raise(lua);
    }
    if (lua_rawgeti(lua, lua_upvalueindex(1), node) != LUA_TNIL)
        return 1;
    lua_createtable(lua, 0, 8);
    addNodeFunctions(lua, int(node));
    addWaitFunctions(lua, int(node));
    addMessageFunctions(lua, int(node));
    closeTable(lua, "redis.on(n)");
    lua_pushvalue(lua, -1);
    lua_rawseti(lua, lua_upvalueindex(1), node);
    return 1;
}

} // namespace

void addNodeFunctions(lua_State *lua, int node)
{
    const luaL_Reg functions[] = {
        {"call", call}, {"pcall", callProtected}, {"script", script}, {nullptr, nullptr}};
    lua_pushinteger(lua, node);
    luaL_setfuncs(lua, functions, 1);
}

void addCommandFunctions(lua_State *lua)
{
    lua_createtable(lua, 0, 4);
    addNodeFunctions(lua, 0);
    lua_createtable(lua, 0, 0);
    lua_pushcclosure(lua, onNode, 1);
    lua_setfield(lua, -2, "on");
    closeTable(lua, "redis");
    lua_setfield(lua, -2, "redis");
}

} // namespace lockstep

// redis.call and its like. A free run makes some hundred thousand of these calls a second: the words
// go from Lua's stack straight into the thread's buffers, and nothing else is allocated.

#include "core/lab/closedworld.h"
#include "core/lab/commandrefusal.h"
#include "core/lab/keypattern.h"
#include "core/lab/labfunctions.h"
#include "core/lab/programstate.h"
#include "core/lab/requestwire.h"
#include "core/lab/serverscript.h"

#include <hiredis/hiredis.h>
#include <lua.hpp>

#include <algorithm>

namespace lockstep {

namespace {

using Awaits = ClientThread::Awaits;

bool isSame(std::string_view word, std::string_view upperCase)
{
    return std::equal(word.begin(), word.end(), upperCase.begin(), upperCase.end(),
        [](char a, char b) { return (a >= 'a' && a <= 'z' ? a - 'a' + 'A' : a) == b; });
}

QByteArray bytes(std::string_view text)
{
    return QByteArray(text.data(), qsizetype(text.size()));
}

// The word at the index, which stays on the stack. False: it is neither text nor number.
bool readWord(lua_State *lua, int index, std::string_view *word)
{
    const int type = lua_type(lua, index);
    if (type == LUA_TNUMBER) {
        int isWhole = 0;
        const lua_Integer whole = lua_tointegerx(lua, index, &isWhole);
        if (isWhole && !lua_isinteger(lua, index)) {
            lua_pushinteger(lua, whole);
            lua_replace(lua, index < 0 ? index - 1 : index);
        }
    } else if (type != LUA_TSTRING) {
        return false;
    }
    size_t length = 0;
    const char *const text = lua_tolstring(lua, index, &length);
    *word = {text, length};
    return true;
}

void readWords(lua_State *lua, ClientThread *thread, const char *function)
{
    thread->arguments.clear();
    const int count = lua_gettop(lua);
    for (int i = 1; i <= count; ++i) {
        std::string_view word;
        if (readWord(lua, i, &word)) {
            thread->arguments.push_back(word);
            continue;
        }
        LuaState::of(lua).noteMistake(lua,
            QByteArray(function) + ": argument " + QByteArray::number(i) + " is "
                + (lua_isnil(lua, i) ? "nil" : luaL_typename(lua, i))
                + "; a command has only texts and numbers"
                + (lua_isboolean(lua, i) ? " (false is Redis' nil)" : ""));
        LuaState::raise(lua);
    }
}

// Appends the command, keys and channel with the prefix. False: it is refused, and why is noted.
bool encode(lua_State *lua, ClientThread *thread, std::string *wire, std::string *words)
{
    const ProgramState &program = *thread->program;
    const auto &arguments = thread->arguments;
    const auto refuse = [&](const QByteArray &sentence) {
        LuaState::of(lua).noteMistake(lua, sentence);
        return false;
    };
    if (arguments.empty())
        return refuse("redis.call needs a command, as in redis.call(\"GET\", key)");
    if (!program.options.commands)
        return refuse("no server is known here");
    const CommandTable::Place place = program.options.commands->place(arguments[0]);
    if (!place.known)
        return refuse("this server knows no command “" + bytes(arguments[0]) + "”");
    const char *const refusal = place.refusal ? place.refusal : refusalOfOptions(arguments);
    if (refusal)
        return refuse(bytes(arguments[0]) + " cannot be used in a program: " + refusal);

    const bool hasOneKey = place.first == 1 && place.last == 1 && !place.numberOfKeysAt;
    std::vector<int> keys;
    if (!hasOneKey && (place.first > 0 || place.numberOfKeysAt > 0 || place.step == 0))
        keys = program.options.commands->keysOf(arguments);
    appendHeader(wire, int(arguments.size()));
    size_t nextKey = 0;
    for (int i = 0; i < int(arguments.size()); ++i) {
        const std::string_view word = arguments[size_t(i)];
        const bool isKey = hasOneKey ? i == 1 : nextKey < keys.size() && keys[nextKey] == i;
        if (isKey) {
            ++nextKey;
            if (!checkKey(lua, program, word.data(), word.size()))
                return false;
        }
        const bool isOurs = isKey || (place.channelAt > 0 && i == place.channelAt);
        appendWord(wire, isOurs ? std::string_view(program.prefix) : std::string_view(), word);
        appendReadable(words, word);
    }
    return true;
}

void compose(lua_State *lua, ClientThread *thread, int node, Awaits awaits)
{
    Request &request = thread->request;
    request.kind = Request::Kind::Command;
    request.node = node;
    request.line = LuaState::currentLine(lua);
    request.replies = 1;
    request.script = false;
    request.timeout.reset();
    thread->awaits = awaits;
    thread->wire.clear();
    thread->words.clear();
}

bool isWatching(const ClientThread &thread, int node)
{
    return std::find(thread.watchedNodes.begin(), thread.watchedNodes.end(), node)
        != thread.watchedNodes.end();
}

void forgetWatch(ClientThread *thread, int node)
{
    thread->watchedNodes.erase(
        std::remove(thread->watchedNodes.begin(), thread->watchedNodes.end(), node),
        thread->watchedNodes.end());
}

// MULTI … EXEC: everything goes to the server at once with EXEC.
class Queue
{
public:
    Queue(lua_State *lua, ClientThread *thread, int node)
        : m_lua(lua)
        , m_thread(thread)
        , m_transaction(thread->transaction)
        , m_node(node)
    {
    }

    [[nodiscard]] bool takes() const
    {
        return m_transaction.isOpen && m_transaction.node == m_node;
    }
    int answer(const char *status)
    {
        lua_pushstring(m_lua, status);
        return 1;
    }
    int refuse(const char *sentence)
    {
        LuaState::of(m_lua).noteMistake(m_lua, sentence);
        return LuaState::raise(m_lua);
    }
    int open()
    {
        if (m_transaction.isOpen)
            return refuse("MULTI inside MULTI; EXEC or DISCARD has to come first");
        m_transaction.isOpen = true;
        m_transaction.node = m_node;
        m_transaction.queued = 0;
        m_transaction.wire.assign("*1\r\n$5\r\nMULTI\r\n");
        m_transaction.words.assign("MULTI;");
        return answer("OK");
    }
    int add()
    {
        if (isSame(m_thread->arguments[0], "WATCH") || isSame(m_thread->arguments[0], "UNWATCH"))
            return refuse("WATCH has to come before MULTI");
        if (!encode(m_lua, m_thread, &m_transaction.wire, &m_transaction.words))
            return LuaState::raise(m_lua);
        return added();
    }
    int added()
    {
        m_transaction.words.push_back(';');
        ++m_transaction.queued;
        return answer("QUEUED");
    }
    int execute(Awaits awaits)
    {
        if (!takes())
            return refuse("EXEC without MULTI");
        compose(m_lua, m_thread, m_node, awaits);
        m_thread->wire.swap(m_transaction.wire);
        m_thread->wire.append("*1\r\n$4\r\nEXEC\r\n");
        m_thread->words.swap(m_transaction.words);
        m_thread->words.append(" EXEC");
        m_thread->request.replies = m_transaction.queued + 2;
        m_transaction.isOpen = false;
        forgetWatch(m_thread, m_node);
        return giveWay(m_lua, m_thread);
    }
    int discard(Awaits awaits)
    {
        if (!takes())
            return refuse("DISCARD without MULTI");
        m_transaction.isOpen = false;
        if (!isWatching(*m_thread, m_node))
            return answer("OK");
        // The server has seen no MULTI, only the WATCH that DISCARD ends.
        compose(m_lua, m_thread, m_node, awaits);
        m_thread->wire.append("*1\r\n$7\r\nUNWATCH\r\n");
        m_thread->words.append("UNWATCH");
        forgetWatch(m_thread, m_node);
        return giveWay(m_lua, m_thread);
    }

private:
    lua_State *m_lua;
    ClientThread *m_thread;
    Transaction &m_transaction;
    int m_node;
};

int callServer(lua_State *lua, const char *function, Awaits awaits)
{
    const int node = int(lua_tointeger(lua, lua_upvalueindex(1)));
    ClientThread *const thread = clientOf(lua, function, true);
    readWords(lua, thread, function);
    if (!thread->arguments.empty()) {
        const std::string_view name = thread->arguments[0];
        Queue queue(lua, thread, node);
        if (isSame(name, "MULTI"))
            return queue.open();
        if (isSame(name, "EXEC"))
            return queue.execute(awaits);
        if (isSame(name, "DISCARD"))
            return queue.discard(awaits);
        if (queue.takes())
            return queue.add();
    }
    compose(lua, thread, node, awaits);
    if (!encode(lua, thread, &thread->wire, &thread->words))
        return LuaState::raise(lua);
    if (isSame(thread->arguments[0], "WATCH") && !isWatching(*thread, node))
        thread->watchedNodes.push_back(node);
    else if (isSame(thread->arguments[0], "UNWATCH"))
        forgetWatch(thread, node);
    return giveWay(lua, thread);
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
        LuaState::of(lua).noteMistake(
            lua, "redis.script takes a name, a table of keys and a table of arguments");
        LuaState::raise(lua);
    }
    int count = 0;
    for (; lua_rawgeti(lua, index, count + 1) != LUA_TNIL; ++count, lua_pop(lua, 1)) {
        LuaState::of(lua).spend(lua, 1);
        std::string_view word;
        if (!readWord(lua, -1, &word)) {
            LuaState::of(lua).noteMistake(
                lua, "redis.script: keys and arguments are texts or numbers");
            LuaState::raise(lua);
        }
        if (areKeys && !checkKey(lua, *thread->program, word.data(), word.size()))
            LuaState::raise(lua);
        appendWord(&thread->scriptRest,
            areKeys ? std::string_view(thread->program->prefix) : std::string_view(), word);
        appendReadable(&thread->words, word);
    }
    lua_pop(lua, 1);
    return count;
}

int script(lua_State *lua)
{
    const int node = int(lua_tointeger(lua, lua_upvalueindex(1)));
    ClientThread *const thread = clientOf(lua, "redis.script", true);
    size_t length = 0;
    const char *const name = textArgument(lua, 1, "redis.script", &length);
    const ServerScript *const found = serverScript({name, length});
    if (!found) {
        LuaState::of(lua).noteMistake(
            lua, QByteArray("there is no script “") + name + "”" + nearestServerScripts(name));
        return LuaState::raise(lua);
    }
    compose(lua, thread, node, Awaits::Reply);
    thread->scriptRest.clear();
    thread->words.append(name, length);
    const int keys = appendList(lua, thread, 2, true);
    const int arguments = appendList(lua, thread, 3, false);
    thread->script = found;
    thread->scriptKeys = keys;
    thread->scriptWords = 3 + keys + arguments;
    Queue queue(lua, thread, node);
    if (queue.takes()) {
        // An unknown script would spoil the transaction, so it goes with its source.
        appendScript(*thread, false, &thread->transaction.wire);
        thread->transaction.words.push_back(' ');
        thread->transaction.words.append(thread->words);
        return queue.added();
    }
    appendScript(*thread, true, &thread->wire);
    thread->request.script = true;
    return giveWay(lua, thread);
}

// redis.on(n): the same for another server. Upvalue 1: those that have been asked for.
int onNode(lua_State *lua)
{
    const ClientThread *const thread = clientOf(lua, "redis.on", false);
    int isWhole = 0;
    const lua_Integer node = lua_tointegerx(lua, 1, &isWhole);
    if (!isWhole || node < 0 || node >= thread->program->scenario->nodes) {
        const int nodes = thread->program->scenario->nodes;
        LuaState::of(lua).noteMistake(lua,
            "redis.on takes the number of a server, 0 to " + QByteArray::number(nodes - 1)
                + (nodes == 1 ? "; nodes = 3 in the file makes it three" : ""));
        return LuaState::raise(lua);
    }
    if (lua_rawgeti(lua, lua_upvalueindex(1), node) != LUA_TNIL)
        return 1;
    lua_createtable(lua, 0, 8);
    addNodeFunctions(lua, int(node));
    addGuardFunctions(lua, int(node));
    addMessageFunctions(lua, int(node));
    closeTable(lua, "redis.on(n)");
    lua_pushvalue(lua, -1);
    lua_rawseti(lua, lua_upvalueindex(1), node);
    return 1;
}

} // namespace

void addNodeFunctions(lua_State *lua, int node)
{
    const luaL_Reg functions[]
        = {{"call", call}, {"pcall", callProtected}, {"script", script}, {nullptr, nullptr}};
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

bool checkKey(lua_State *lua, const ProgramState &program, const char *key, size_t length)
{
    const std::string_view wanted(key, length);
    for (const QByteArray &pattern : program.scenario->keys) {
        if (matchesKeyPattern({pattern.constData(), size_t(pattern.size())}, wanted))
            return true;
    }
    QByteArray names;
    for (const QByteArray &pattern : program.scenario->keys)
        names += "\"" + pattern + "\", ";
    LuaState::of(lua).noteMistake(lua,
        "the key “" + bytes(wanted) + "” is not among the scenario's keys; add it to keys = { "
            + names + "\"" + bytes(wanted) + "\" }");
    return false;
}

} // namespace lockstep

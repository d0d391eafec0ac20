// Takes a command from Lua's stack and checks it before it is sent: its words are texts or numbers,
// its keys are named by the scenario, and it is no command that the lab refuses. The buffers are
// not Lua's memory, so what goes into them is charged and limited here (buffermemory.cpp).

#include "core/lab/program/commandwords.h"

#include "core/lab/program/buffermemory.h"
#include "core/lab/program/luaapi.h"
#include "core/lab/program/programstate.h"
#include "core/lab/scenario/keypattern.h"
#include "core/lab/wire/commandrefusal.h"
#include "core/lab/wire/requestwire.h"
#include "core/redis/values/coretext.h"

#include <lua.hpp>

#include <cmath>
#include <cstdio>

namespace lockstep {

namespace {

constexpr int mostWords = 10'000; // words in a command
constexpr size_t longestWire = 8 * 1024 * 1024; // bytes of a command, or of all of a transaction
constexpr size_t bytesAnInstruction = 32;

} // namespace

bool readWord(lua_State *lua, int index, std::string_view *word)
{
    const int type = lua_type(lua, index);
    if (type == LUA_TNUMBER) {
        int isWhole = 0;
        const lua_Integer whole = lua_tointegerx(lua, index, &isWhole);
        const lua_Number number = lua_tonumber(lua, index);
        if (isWhole && !lua_isinteger(lua, index)) {
            lua_pushinteger(lua, whole);
            lua_replace(lua, index < 0 ? index - 1 : index);
        } else if (!isWhole && std::isfinite(number) && std::floor(number) == number) {
            char digits[400]; // the longest number, 1e308, has 309 digits
            std::snprintf(digits, sizeof digits, "%.0f", number);
            lua_pushstring(lua, digits);
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
    if (count > mostWords) {
        LuaState::of(lua).noteMistake(lua,
            CoreText::bytes(
                CoreText::tr("%1: %2 words are too many for a command; it has at most %3"),
                function, QByteArray::number(count), QByteArray::number(mostWords)));
        LuaState::raise(lua);
    }
    for (int i = 1; i <= count; ++i) {
        std::string_view word;
        if (readWord(lua, i, &word)) {
            thread->arguments.push_back(word);
            continue;
        }
        LuaState::of(lua).noteMistake(lua,
            CoreText::bytes(
                CoreText::tr("%1: argument %2 is %3; a command has only texts and numbers%4"),
                function, QByteArray::number(i), lua_isnil(lua, i) ? "nil" : luaL_typename(lua, i),
                lua_isboolean(lua, i) ? CoreText::tr(" (false is Redis' nil)") : QString()));
        LuaState::raise(lua);
    }
}

void chargeWord(lua_State *lua, const std::string &wire, size_t length)
{
    LuaState::of(lua).spend(lua, qint64(length / bytesAnInstruction) + 1);
    if (wire.size() + length <= longestWire)
        return makeRoomInBuffers(lua, threadOf(lua), length);
    LuaState::of(lua).noteMistake(lua,
        CoreText::bytes(
            CoreText::tr("the command is too long; it, or all from MULTI to EXEC together, has "
                         "at most %1 MiB"),
            QByteArray::number(longestWire / 1024 / 1024)));
    LuaState::raise(lua);
}

QByteArray refusedCommand(std::string_view name, const char *why)
{
    return CoreText::bytes(
        CoreText::tr("%1 cannot be used in a program: %2"), shortened(name), CoreText::tr(why));
}

bool encode(lua_State *lua, ClientThread *thread, std::string *wire, std::string *words)
{
    ProgramState &program = *thread->program;
    const auto &arguments = thread->arguments;
    const auto refuse = [&](const QByteArray &sentence) {
        LuaState::of(lua).noteMistake(lua, sentence);
        return false;
    };
    if (arguments.empty())
        return refuse(
            CoreText::tr("redis.call needs a command, as in redis.call(\"GET\", key)").toUtf8());
    if (!program.options.commands)
        return refuse(CoreText::tr("no server is known here").toUtf8());
    const CommandTable::Place place = program.options.commands->place(arguments[0]);
    if (!place.known)
        return refuse(CoreText::bytes(
            CoreText::tr("this server knows no command “%1”"), shortened(arguments[0])));
    const char *refusal = place.refusal ? place.refusal : refusalOfOptions(arguments);
    if (!refusal && program.options.commands->serverOwner() == CommandTable::ServerOwner::User)
        refusal = refusalOfFarOffset(arguments);
    if (refusal)
        return refuse(refusedCommand(arguments[0], refusal));
    const bool isScript = isSameWord(arguments[0], "EVAL") || isSameWord(arguments[0], "EVAL_RO");
    if (isScript && arguments.size() > 1) {
        if (const QByteArray why = program.refusalOf(arguments[1]); !why.isEmpty())
            return refuse(CoreText::bytes(
                CoreText::tr("%1 cannot be used so: %2"), shortened(arguments[0]), why));
    }
    if (program.options.steps) {
        const QByteArray unseen =
            program.options.steps->refusalOf(arguments, *program.options.commands);
        if (!unseen.isEmpty())
            return refuse(CoreText::bytes(
                CoreText::tr("%1 cannot be used in steps: %2"), shortened(arguments[0]), unseen));
    }

    constexpr KeyPlaces oneKey{1, 1, 1, 0, 0, false};
    // Nearly all commands have one key, as their first argument.
    const bool hasOneKey = static_cast<const KeyPlaces &>(place) == oneKey;
    size_t length = 0;
    for (const std::string_view word : arguments)
        length += word.size();
    chargeWord(lua, *wire, length); // may raise: nothing with a destructor is alive yet
    const auto keys = hasOneKey ? std::optional(std::vector<int>()) : place.in(arguments);
    if (!keys)
        return refuse(CoreText::bytes(
            CoreText::tr("%1: these words do not say which of them are keys; look at the number "
                         "of keys, or at the options before STREAMS"),
            shortened(arguments[0])));
    appendHeader(wire, int(arguments.size()));
    size_t nextKey = 0;
    for (int i = 0; i < int(arguments.size()); ++i) {
        const std::string_view word = arguments[size_t(i)];
        const bool isKey = hasOneKey ? i == 1 : nextKey < keys->size() && (*keys)[nextKey] == i;
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

void composeCommand(lua_State *lua, ClientThread *thread, int node, ClientThread::Awaits awaits)
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
        CoreText::bytes(
            CoreText::tr("the key “%1” is not among the scenario's keys; add it to keys = { "
                         "%2\"%3\" }"),
            shortened(wanted), names, shortened(wanted)));
    return false;
}

} // namespace lockstep

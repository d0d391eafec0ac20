// Reads from the text of a server script which commands it calls. The servers' Lua is 5.1, and what
// scripts can reach in it was tried on Redis 7.0 and 8.0: the one way to a command is the table
// redis (in Valkey also server), and the ways to that table are its name, _G and what runs or looks
// into other code.

#include "core/lab/wire/scriptcalls.h"

#include "core/lab/lua/luaexpressions.h"

#include <algorithm>
#include <array>

namespace lockstep {

namespace {

constexpr std::array<QByteArrayView, 10> waysAround{"_G", "load", "loadstring", "loadfile",
    "dofile", "require", "module", "getfenv", "setfenv", "debug"};
constexpr std::array<QByteArrayView, 3> unheld{"os", "collectgarbage", "gcinfo"};
// The members of cjson that change no setting of the server for later scripts.
constexpr std::array<QByteArrayView, 4> harmlessOfJson{"encode", "decode", "null", "empty_array"};
// Options of SET and GETEX behind which a value stands.
constexpr std::array<QByteArrayView, 8> optionsWithValue{
    "EX", "PX", "EXAT", "PXAT", "IFEQ", "IFNE", "IFDEQ", "IFDNE"};
// Functions that give one value, so that what they give is one word of a command.
constexpr std::array<QByteArrayView, 17> giveOne{"abs", "call", "ceil", "char", "concat", "decode",
    "encode", "floor", "format", "lower", "max", "min", "pack", "sub", "tonumber", "tostring",
    "upper"};

template <size_t size>
bool isOneOf(QByteArrayView name, const std::array<QByteArrayView, size> &names)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

bool isCommandName(QByteArrayView text)
{
    return !text.isEmpty() && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
            || c == '_' || c == '-' || c == '.';
    });
}

class CallReader
{
public:
    explicit CallReader(QByteArrayView source)
        : m_source(source)
    {
    }

    ScriptCalls read();

private:
    [[nodiscard]] LuaToken at(size_t i) const { return m_source.at(i); }
    [[nodiscard]] bool isField(size_t i) const;
    void readName(size_t i);
    void readServerTable(size_t i);
    void readCall(size_t function, size_t arguments);
    [[nodiscard]] bool namesOptions(QByteArrayView command, size_t firstArgument) const;
    [[nodiscard]] bool isOneWord(TokenRange argument) const;
    [[nodiscard]] bool givesName(size_t i) const;
    void refuse(size_t i, const QByteArray &what);

    LuaExpressions m_source;
    std::vector<QByteArrayView> m_otherNames; // of redis.call and redis.pcall
    ScriptCalls m_calls;
};

void CallReader::refuse(size_t i, const QByteArray &what)
{
    if (m_calls.refusal.isEmpty())
        m_calls.refusal = "line " + QByteArray::number(at(i).line) + " of the script " + what;
}

// "x.name", and not "x..name".
bool CallReader::isField(size_t i) const
{
    return i > 1 && at(i - 1).is('.') && !at(i - 2).is('.');
}

// local call = redis.call, with nothing behind it that goes on from there.
bool CallReader::givesName(size_t i) const
{
    const LuaToken next = at(i + 3);
    const bool ends = next.kind == LuaToken::Kind::End || next.is(';')
        || (next.kind == LuaToken::Kind::Name && next.text != "and" && next.text != "or");
    return i > 2 && at(i - 1).is('=') && at(i - 2).kind == LuaToken::Kind::Name
        && at(i - 3).isName("local") && ends;
}

void CallReader::readCall(size_t function, size_t arguments)
{
    const bool hasBracket = at(arguments).is('(');
    const LuaToken name = at(arguments + (hasBracket ? 1 : 0));
    const LuaToken end = at(arguments + 2);
    const bool isWhole = !hasBracket || end.is(',') || end.is(')');
    if (name.kind != LuaToken::Kind::Text || !isWhole || !isCommandName(name.text))
        return refuse(function,
            "does not say which command it calls; the name has to stand there as a text, as in "
            "redis.call('GET', KEYS[1])");
    m_calls.commands.push_back(name.text);
    if (hasBracket)
        m_calls.hidesOptions |= !namesOptions(name.text, arguments + 1);
}

// Whether the argument, the last one of a call, stands for one word and not for several.
bool CallReader::isOneWord(TokenRange argument) const
{
    const size_t last = argument.to - 1;
    if (at(last).is('.')) // of "..."
        return false;
    if (!at(last).is(')'))
        return true;
    const size_t open = m_source.insideBracketsAround(last).from - 1;
    const LuaToken function = open > argument.from ? at(open - 1) : LuaToken();
    return open == argument.from // (f())
        || (function.kind == LuaToken::Kind::Name && isOneOf(function.text, giveOne));
}

// Whether all options of a SET or GETEX stand in the text by name. `firstArgument` is that of the
// call, the command's name.
bool CallReader::namesOptions(QByteArrayView command, size_t firstArgument) const
{
    const auto isNamed = [&](const char *name) {
        return command.compare(QByteArrayView(name), Qt::CaseInsensitive) == 0;
    };
    if (!isNamed("SET") && !isNamed("GETEX"))
        return true;
    const auto words = m_source.elements(m_source.insideBracketsAround(firstArgument));
    const size_t firstOption = isNamed("SET") ? 3 : 2;
    for (size_t i = firstOption; i < words.size(); ++i) {
        const LuaToken word = at(words[i].from);
        if (word.kind != LuaToken::Kind::Text || words[i].to - words[i].from != 1
            || !isCommandName(word.text))
            return false;
        if (isOneOf(word.text.toByteArray().toUpper(), optionsWithValue))
            ++i;
    }
    return words.empty() || isOneWord(words.back());
}

void CallReader::readServerTable(size_t i)
{
    const LuaToken member = at(i + 2);
    if (!at(i + 1).is('.') || member.kind != LuaToken::Kind::Name)
        return refuse(i,
            "hands “" + at(i).text.toByteArray()
                + "” on, so it does not say which commands it calls; write redis.call('GET', "
                  "KEYS[1])");
    m_calls.choosesReplication |= member.text == "set_repl";
    if (member.text != "call" && member.text != "pcall")
        return;
    if (givesName(i))
        m_otherNames.push_back(at(i - 2).text);
    else
        readCall(i, i + 3);
}

void CallReader::readName(size_t i)
{
    const QByteArrayView name = at(i).text;
    if (name == "redis" || name == "server")
        return readServerTable(i);
    if (isField(i))
        return;
    if (isOneOf(name, waysAround))
        return refuse(i, "uses “" + name.toByteArray() + "”, by which any command could be called");
    if (isOneOf(name, unheld))
        return refuse(i, "uses “" + name.toByteArray() + "”; what it tells no state holds");
    if (name == "cjson" && !(at(i + 1).is('.') && isOneOf(at(i + 2).text, harmlessOfJson)))
        return refuse(i,
            "uses “cjson” for more than cjson.encode, cjson.decode, cjson.null and "
            "cjson.empty_array; its settings last for all scripts that follow, and no state holds "
            "them");
    if (name == "math") {
        const QByteArrayView member = at(i + 2).text;
        if (!at(i + 1).is('.') || member == "random" || member == "randomseed")
            return refuse(
                i, "may draw by chance (math.random); let the program draw with random(n)");
    }
    const bool isDeclared = at(i + 1).is('=') && i > 0 && at(i - 1).isName("local");
    if (!isDeclared
        && std::find(m_otherNames.begin(), m_otherNames.end(), name) != m_otherNames.end())
        readCall(i, i + 1);
}

ScriptCalls CallReader::read()
{
    for (size_t i = 0; i < m_source.size(); ++i) {
        if (at(i).kind == LuaToken::Kind::Name)
            readName(i);
    }
    return m_calls;
}

} // namespace

ScriptCalls ScriptCalls::of(QByteArrayView source)
{
    return CallReader(source).read();
}

} // namespace lockstep

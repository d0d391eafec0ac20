// Reads from the text of a server script which commands it calls. The servers' Lua is 5.1, and what
// scripts can reach in it was tried on Redis 7.0 and 8.0: the one way to a command is the table
// redis (in Valkey also server), and the ways to that table are its name, _G and what runs or looks
// into other code.

#include "core/lab/wire/scriptcalls.h"

#include "core/lab/lua/luaexpressions.h"
#include "core/lab/wire/foreignnames.h"
#include "core/lab/wire/singlevalues.h"
#include "core/redis/values/coretext.h"

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
        , m_foreign(m_source)
        , m_single(m_source)
    {
    }

    ScriptCalls read();

private:
    [[nodiscard]] LuaToken at(size_t i) const { return m_source.at(i); }
    [[nodiscard]] bool isField(size_t i) const;
    void readName(size_t i);
    void readServerTable(size_t i);
    void readCall(size_t function, size_t arguments);
    [[nodiscard]] ScriptWord wordOf(TokenRange argument) const;
    [[nodiscard]] static bool namesOptions(const ScriptCall &call);
    [[nodiscard]] bool givesName(size_t i) const;
    void refuse(size_t i, const QByteArray &what);

    LuaExpressions m_source;
    ForeignNames m_foreign;
    SingleValues m_single;
    std::vector<QByteArrayView> m_otherNames; // of redis.call and redis.pcall
    ScriptCalls m_calls;
};

void CallReader::refuse(size_t i, const QByteArray &what)
{
    if (m_calls.refusal.isEmpty())
        m_calls.refusal = CoreText::bytes(
            CoreText::tr("line %1 of the script %2"), QByteArray::number(at(i).line), what);
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
            CoreText::tr("does not say which command it calls; the name has to stand there as a "
                         "text, as in redis.call('GET', KEYS[1])")
                .toUtf8());
    ScriptCall call{name.text, at(function).line, {}, false};
    if (hasBracket) {
        const auto words = m_source.elements(m_source.insideBracketsAround(arguments + 1));
        for (size_t i = 1; i < words.size(); ++i)
            call.words.push_back(wordOf(words[i]));
        call.mayHaveMore = !words.empty() && !m_single.contains(words.back());
    }
    m_calls.hidesOptions |= !namesOptions(call);
    m_calls.calls.push_back(std::move(call));
}

ScriptWord CallReader::wordOf(TokenRange argument) const
{
    ScriptWord word;
    const LuaToken first = at(argument.from);
    const bool isConstant = first.kind == LuaToken::Kind::Text || LuaExpressions::isNumber(first);
    if (argument.to - argument.from == 1 && isConstant)
        word.constant = first.text;
    if (m_foreign.contains(argument))
        word.foreign = m_source.written(argument);
    return word;
}

// Whether all options of a SET or GETEX stand in the text by name.
bool CallReader::namesOptions(const ScriptCall &call)
{
    const auto isNamed = [&](const char *name) {
        return call.command.compare(QByteArrayView(name), Qt::CaseInsensitive) == 0;
    };
    if (!isNamed("SET") && !isNamed("GETEX"))
        return true;
    const size_t firstOption = isNamed("SET") ? 2 : 1;
    for (size_t i = firstOption; i < call.words.size(); ++i) {
        const QByteArrayView word = call.words[i].constant;
        if (!isCommandName(word))
            return false;
        if (isOneOf(word.toByteArray().toUpper(), optionsWithValue))
            ++i;
    }
    return !call.mayHaveMore;
}

void CallReader::readServerTable(size_t i)
{
    const LuaToken member = at(i + 2);
    if (!at(i + 1).is('.') || member.kind != LuaToken::Kind::Name)
        return refuse(i,
            CoreText::bytes(
                CoreText::tr("hands “%1” on, so it does not say which commands it calls; write "
                             "redis.call('GET', KEYS[1])"),
                at(i).text.toByteArray()));
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
        return refuse(i,
            CoreText::bytes(CoreText::tr("uses “%1”, by which any command could be called"),
                name.toByteArray()));
    if (isOneOf(name, unheld))
        return refuse(i,
            CoreText::bytes(
                CoreText::tr("uses “%1”; what it tells no state holds"), name.toByteArray()));
    if (name == "cjson" && !(at(i + 1).is('.') && isOneOf(at(i + 2).text, harmlessOfJson)))
        return refuse(i,
            CoreText::tr("uses “cjson” for more than cjson.encode, cjson.decode, cjson.null and "
                         "cjson.empty_array; its settings last for all scripts that follow, and "
                         "no state holds them")
                .toUtf8());
    if (name == "math") {
        const QByteArrayView member = at(i + 2).text;
        if (!at(i + 1).is('.') || member == "random" || member == "randomseed")
            return refuse(i,
                CoreText::tr(
                    "may draw by chance (math.random); let the program draw with random(n)")
                    .toUtf8());
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

// Finds the expressions of a Lua text that hold a time. Values are followed by the names of the
// variables that hold them: whatever is assigned from a time is a time, wherever that name stands,
// and so is the parameter of a function of the file that is called with one. That takes a value for
// a time where another variable of the same name holds one, which is rare in sources of this size.
//
// To run programs with other times and see whether they do something else was rejected: that tells
// only what they do next, and nothing of what scripts do.

#include "core/lab/loader/timevalues.h"

#include "core/lab/loader/timecomparisons.h"
#include "core/lab/scenario/scenario.h"

#include <algorithm>

namespace lockstep {

namespace {

using TokenKind = LuaToken::Kind;

constexpr std::array<QByteArrayView, 8> times{
    "TTL", "PTTL", "EXPIRETIME", "PEXPIRETIME", "TIME", "XADD", "XINFO", "XPENDING"};
constexpr std::array<QByteArrayView, 2> inSeconds{"TTL", "EXPIRETIME"};
constexpr std::array<QByteArrayView, 12> computing{"abs", "byte", "concat", "encode", "find",
    "fmod", "format", "gsub", "len", "match", "sub", "unpack"};

} // namespace

TimeValues::TimeValues(QByteArrayView source, const std::set<QByteArray> &tellingScripts)
    : m_tellingScripts(tellingScripts)
    , m_source(source)
{
    readTexts();
    readFunctions();
    readVariables();
    const auto known = [this] { return m_names.size() + m_computed.size() + m_rounded.size(); };
    size_t before = 0;
    do {
        before = known();
        readAssignments();
        readCalls();
        readReturns();
    } while (before != known());
}

bool TimeValues::isTime(TokenRange range) const
{
    for (size_t i = range.from; i < range.to && i < m_source.size(); ++i) {
        const LuaToken token = m_source.at(i);
        if (token.kind == TokenKind::Name && m_names.count(token.text) != 0)
            return true;
        if (isTimeOfCheck(i) || (token.isName("now") && m_source.at(i + 1).is('(')))
            return true;
        if (token.kind != TokenKind::Text)
            continue;
        if (m_asksInTransactions && token.text.compare("EXEC", Qt::CaseInsensitive) == 0)
            return true;
        if (isOneOf(token.text, times) || m_tellingScripts.count(token.text.toByteArray()) != 0)
            return true;
        if (const QByteArrayView script = scriptAt(i);
            !script.isEmpty() && TimeUse::of(script).isReturned)
            return true;
    }
    return false;
}

// Whether a check asks for a time there: v.ttl(key), or when an event was.
bool TimeValues::isTimeOfCheck(size_t i) const
{
    const LuaToken token = m_source.at(i);
    if (i < 2)
        return false;
    if (token.text == "at" && token.kind == TokenKind::Text)
        return m_source.at(i - 1).is('[');
    const LuaToken owner = m_source.at(i - 2);
    if (!m_source.at(i - 1).is('.') || owner.is('.')) // of two: a concatenation
        return false;
    if (token.isName("at"))
        return !owner.isName("p");
    return token.isName("ttl") && (m_source.at(i + 1).is('(') || owner.isName("v"));
}

// Arguments of a command do not count.
bool TimeValues::isComputed(TokenRange range) const
{
    for (size_t i = range.from; i < range.to && i < m_source.size(); ++i) {
        const LuaToken token = m_source.at(i);
        const bool isCall = token.kind == TokenKind::Name && m_source.at(i + 1).is('(');
        if (isCall && isOneOf(token.text, timeReceivers)) {
            const TokenRange arguments = m_source.insideBracketsAround(i + 2);
            const LuaToken command = m_source.at(arguments.from);
            if (command.kind == TokenKind::Text
                && command.text.compare("TIME", Qt::CaseInsensitive) == 0)
                return true;
            i = arguments.to;
            continue;
        }
        if (token.kind == TokenKind::Name
            && (m_computed.count(token.text) != 0
                || (isCall && (token.text == "now" || isOneOf(token.text, computing)))))
            return true;
        const bool isNegativeNumber = token.is('-') && LuaExpressions::isNumber(m_source.at(i + 1))
            && !isBehindValue(range, i);
        if (m_source.isArithmetic(i) && !isNegativeNumber)
            return true;
    }
    return false;
}

// Whether a value of the range ends before the token.
bool TimeValues::isBehindValue(TokenRange range, size_t i) const
{
    const LuaToken before = i > range.from ? m_source.at(i - 1) : LuaToken();
    return (before.kind == TokenKind::Name && !m_source.isKeyword(i - 1))
        || before.kind == TokenKind::Text || before.is(')') || before.is(']');
}

bool TimeValues::isRounded(TokenRange range) const
{
    for (size_t i = range.from; i < range.to && i < m_source.size(); ++i) {
        const LuaToken token = m_source.at(i);
        if (token.kind == TokenKind::Name
                ? m_rounded.count(token.text) != 0
                : token.kind == TokenKind::Text && isOneOf(token.text, inSeconds))
            return true;
    }
    return false;
}

QByteArrayView TimeValues::scriptAt(size_t i) const
{
    const LuaToken token = m_source.at(i);
    const bool isForReaders = i > 1 && m_source.at(i - 1).is('=')
        && (m_source.at(i - 2).isName("en")
            || LocalText::isCode(QString::fromUtf8(m_source.at(i - 2).text)));
    const bool isScript = token.kind == TokenKind::Text && !isForReaders
        && (token.text.contains("redis.call") || token.text.contains("redis.pcall"));
    return isScript ? token.text : QByteArrayView();
}

void TimeValues::note(QByteArrayView name, TokenRange value)
{
    m_names.insert(name);
    if (isComputed(value))
        m_computed.insert(name);
    if (isRounded(value))
        m_rounded.insert(name);
}

void TimeValues::readTexts()
{
    bool hasTransactions = false;
    bool hasTimes = false;
    for (size_t i = 0; i < m_source.size(); ++i) {
        const LuaToken token = m_source.at(i);
        m_readsEvents |=
            (token.isName("events") || token.isName("in_order")) && m_source.at(i + 1).is('(');
        if (token.kind != TokenKind::Text)
            continue;
        hasTransactions |= token.text.compare("MULTI", Qt::CaseInsensitive) == 0;
        hasTimes |= isOneOf(token.text, times);
        m_setsDeadlines |= isOneOf(token.text, deadlineCommands);
    }
    m_asksInTransactions = hasTransactions && hasTimes;
}

void TimeValues::readFunctions()
{
    for (size_t i = 0; i < m_source.size(); ++i) {
        if (!m_source.at(i).isName("function"))
            continue;
        const QByteArrayView name = m_source.functionName(i);
        if (name.isEmpty())
            continue;
        auto parameters = m_source.parameters(i);
        size_t begin = i + 1;
        while (begin < m_source.size() && !m_source.at(begin).is('('))
            ++begin;
        if (begin > i + 2 && m_source.at(begin - 2).is(':')) // function o:f(a) … end
            parameters.insert(parameters.begin(), "self");
        m_parameters.emplace(name, std::move(parameters));
        size_t end = i;
        while (end < m_source.size() && !m_source.at(end).is(')'))
            ++end;
        if (end > 0 && m_source.at(end - 1).is('.'))
            m_takeAny.insert(name);
    }
}

// Reads local a, b = …; for a, b in …; function(a, b).
void TimeValues::readVariables()
{
    for (size_t i = 0; i < m_source.size(); ++i) {
        if (m_source.at(i).isName("function"))
            for (const QByteArrayView each : m_source.parameters(i))
                m_variables.insert(each);
        if (!m_source.at(i).isName("local") && !m_source.at(i).isName("for"))
            continue;
        for (size_t name = i + 1; m_source.at(name).kind == TokenKind::Name; name += 2) {
            m_variables.insert(m_source.at(name).text);
            if (!m_source.at(name + 1).is(','))
                break;
        }
    }
}

// Notes the names to the left of an assignment: a, b.c, d[1] = …
void TimeValues::noteTargets(size_t assignment, TokenRange value)
{
    for (size_t end = assignment; end > 0;) {
        size_t last = end - 1;
        while (last > 1 && m_source.at(last).is(']'))
            last = m_source.insideBracketsAround(last).from - 2;
        if (m_source.at(last).kind != TokenKind::Name || m_source.isKeyword(last))
            return;
        note(m_source.at(last).text, value);
        if (last < 2 || (!m_source.at(last - 1).is(',') && !m_source.at(last - 1).is('.')))
            return;
        end = last - 1;
    }
}

// Notes what is assigned: by "=", "for _, each in ipairs(…) do", table.insert(to, …).
void TimeValues::readAssignments()
{
    for (size_t i = 1; i < m_source.size(); ++i) {
        if (m_source.isAssignment(i) || m_source.at(i).isName("in")) {
            const TokenRange value{i + 1, m_source.endOfExpressions(i + 1)};
            if (isTime(value))
                noteTargets(i, value);
        } else if (m_source.at(i).isName("insert") && m_source.at(i + 1).is('(')) {
            const auto arguments = m_source.elements(m_source.insideBracketsAround(i + 2));
            if (arguments.size() > 1 && isTime(arguments.back()))
                noteTargets(arguments.front().to, arguments.back());
        }
    }
}

// The parameters of a function of the file hold what it is called with.
void TimeValues::readCalls()
{
    for (size_t i = 0; i < m_source.size(); ++i) {
        const auto [first, last] = m_parameters.equal_range(m_source.at(i).text);
        const bool isCall = m_source.at(i).kind == TokenKind::Name && m_source.at(i + 1).is('(')
            && (i == 0 || !m_source.at(i - 1).isName("function"));
        if (isCall)
            readHandedOn(i);
        if (!isCall || first == last)
            continue;
        const auto arguments = m_source.elements(m_source.insideBracketsAround(i + 2));
        // o:f(a) hands on o, too.
        const size_t shift = i > 0 && m_source.at(i - 1).is(':') ? 1 : 0;
        for (size_t place = 0; place < arguments.size(); ++place) {
            if (!isTime(arguments[place]))
                continue;
            for (auto function = first; function != last; ++function) {
                if (place + shift < function->second.size())
                    note(function->second[place + shift], arguments[place]);
            }
        }
    }
}

// A time cannot be followed into a function that has no parameter for it: f(...), pcall(f, PTTL).
void TimeValues::readHandedOn(size_t i)
{
    const QByteArrayView name = m_source.at(i).text;
    const bool isProtected = name == "pcall" || name == "xpcall";
    if (!isProtected && m_takeAny.count(name) == 0)
        return;
    const auto arguments = m_source.elements(m_source.insideBracketsAround(i + 2));
    for (size_t place = isProtected ? 1 : 0; place < arguments.size(); ++place) {
        const TokenRange each = arguments[place];
        const bool isName = // of a command: pcall(redis.call, "PTTL", key)
            each.to - each.from == 1 && m_source.at(each.from).kind == TokenKind::Text;
        m_isLost |= !isName && isTime(each);
    }
}

// Notes functions that return a time, and whether the source itself does.
void TimeValues::readReturns()
{
    struct Block
    {
        bool isFunction = false;
        QByteArrayView name; // of the function
    };
    std::vector<Block> blocks; // that are open
    for (size_t i = 0; i < m_source.size(); ++i) {
        if (m_source.isBlockBegin(i)) {
            const bool isFunction = m_source.at(i).isName("function");
            blocks.push_back(
                {isFunction, isFunction ? m_source.functionName(i) : QByteArrayView()});
        } else if (m_source.isBlockEnd(i) && !blocks.empty()) {
            blocks.pop_back();
        } else if (m_source.at(i).isName("return")
            && isTime({i + 1, m_source.endOfExpressions(i + 1)})) {
            const auto inner = std::find_if(
                blocks.rbegin(), blocks.rend(), [](const Block &each) { return each.isFunction; });
            if (inner == blocks.rend())
                m_isReturned = true;
            else if (inner->name.isEmpty()) // whoever calls it has the time
                m_isLost = true;
            else
                note(inner->name, {i + 1, m_source.endOfExpressions(i + 1)});
        }
    }
}

} // namespace lockstep

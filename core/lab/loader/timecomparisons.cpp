// Finds out from a Lua text whether what it does depends on times that it has read (timevalues.cpp
// finds the expressions that hold one). A time that cannot be followed, because a function takes it
// as one of "..." or pcall() hands it on, counts as compared.
//
// Everything that is done with a time but to hand it on unchanged counts: a wait or a deadline that
// was computed from it, and what a function makes of it that is not known to give it back.
//
// What is compared with 0, -1 or -2 only to see whether there is a key or a deadline is harmless.
// But not what was computed from a time: that is 0, or a certain text, at one moment and not at
// another. And TTL, which is rounded to seconds, is 0 for the last half of one: only -1 and -2 say
// nothing of how long.

#include "core/lab/loader/timecomparisons.h"

#include "core/lab/loader/timevalues.h"
#include "core/lab/program/serverscript.h"
#include "core/lab/wire/requestwire.h"
#include "core/lab/wire/scriptcalls.h"

#include <algorithm>

namespace lockstep {

namespace {

using TokenKind = LuaToken::Kind;

constexpr std::array<QByteArrayView, 2> deadlineComparisons{"GT", "LT"};
constexpr std::array<QByteArrayView, 6> ranges{
    "ZCOUNT", "ZRANGEBYSCORE", "ZREVRANGEBYSCORE", "ZREMRANGEBYSCORE", "BYSCORE", "ZRANGESTORE"};
constexpr std::array<QByteArrayView, 4> deadlineUnits{"EX", "PX", "EXAT", "PXAT"};
constexpr std::array<QByteArrayView, 4> searches{"find", "match", "gmatch", "gsub"};
constexpr std::array<QByteArrayView, 3> waits{"receive", "sleep", "work"};
// Commands by which the server takes what has waited long enough.
constexpr std::array<QByteArrayView, 2> byAge{"XCLAIM", "XAUTOCLAIM"}; // and XREADGROUP … CLAIM
// Functions of Lua and the lab that give back what they are given, or a part of it, as a time, or
// that do the same whatever it is; and those that are looked at by themselves.
constexpr std::array<QByteArrayView, 26> handOn{"abs", "assert", "byte", "ceil", "check", "decode",
    "encode", "floor", "fmod", "format", "insert", "ipairs", "len", "max", "min", "modf", "pack",
    "pairs", "pcall", "spawn", "sub", "tonumber", "tostring", "type", "unpack", "xpcall"};

// Finds the places at which a source compares a time, or does something else that depends on it.
class TimeComparisons
{
public:
    explicit TimeComparisons(const TimeValues &values)
        : m_values(values)
        , m_source(values.source())
    {
    }

    [[nodiscard]] bool areAt(size_t i) const
    {
        return comparesAt(i) || comparesArguments(i) || handsOn(i) || waitsFor(i) || countsTo(i)
            || iterates(i) || searchesIn(i) || givesAway(i) || isMetamethod(i)
            || TimeUse::ofScript(m_values.scriptAt(i)).isCompared;
    }

private:
    [[nodiscard]] bool isPlain(TokenRange range, TokenRange time) const;
    [[nodiscard]] bool isComparison(TokenRange time, TokenRange other) const;
    [[nodiscard]] bool comparesAt(size_t i) const;
    [[nodiscard]] bool comparesArguments(size_t i) const;
    [[nodiscard]] bool handsOn(size_t i) const;
    [[nodiscard]] bool isChanged(TokenRange time) const;
    [[nodiscard]] bool waitsFor(size_t i) const;
    [[nodiscard]] bool givesAway(size_t i) const;
    [[nodiscard]] bool countsTo(size_t i) const;
    [[nodiscard]] bool iterates(size_t i) const;
    [[nodiscard]] bool searchesIn(size_t i) const;
    [[nodiscard]] bool isMetamethod(size_t i) const;

    const TimeValues &m_values;
    const LuaExpressions &m_source;
};

// Whether it is a value that the time is compared with for another reason than how long there is: a
// number that only tells whether there is a deadline, a text, or false.
bool TimeComparisons::isPlain(TokenRange range, TokenRange time) const
{
    bool isNegative = false;
    const auto isFirst = [&](char sign) { return m_source.at(range.from).is(sign); };
    while (range.to - range.from > 1 && (isFirst('-') || isFirst('('))) {
        isNegative |= isFirst('-');
        ++range.from;
    }
    while (range.to - range.from > 1 && m_source.at(range.to - 1).is(')'))
        --range.to;
    const LuaToken token = m_source.at(range.from);
    // Most scripts that tell a time tell first whether they did what they should.
    const bool isElement = m_source.at(time.to - 1).is(']');
    const bool isNumberAsText = token.kind == TokenKind::Text && !token.text.isEmpty()
        && QByteArrayView("-.0123456789").contains(token.text.front());
    return range.to - range.from == 1 && !isNumberAsText
        && (token.kind == TokenKind::Text || LuaExpressions::isConstant(token)
            || (isNegative ? token.text == "1" || token.text == "2" // no deadline, no key
                           : (token.text == "0" && !m_values.isRounded(time))
                        || (token.text == "1" && isElement)));
}

bool TimeComparisons::isComparison(TokenRange time, TokenRange other) const
{
    if (!m_values.isTime(time))
        return false;
    const LuaToken token = m_source.at(other.from);
    const bool isOfConstant = other.to - other.from == 1 && LuaExpressions::isConstant(token);
    return !isPlain(other, time) || (!isOfConstant && m_values.isComputed(time));
}

bool TimeComparisons::comparesAt(size_t i) const
{
    const bool isJoint = m_source.isConcatenation(i);
    if (i == 0 || (!m_source.isRelation(i) && !isJoint))
        return false;
    const size_t right = i + (isJoint || m_source.at(i + 1).is('=') ? 2 : 1);
    const TokenRange one{m_source.beginOfOperand(i - 1), i};
    const TokenRange other{right, m_source.endOfOperand(right)};
    if (isJoint)
        return m_values.isTime(one) || m_values.isTime(other);
    return isComparison(one, other) || isComparison(other, one);
}

// Whether it is no time as it was read, but one that was computed from it, or rounded.
bool TimeComparisons::isChanged(TokenRange time) const
{
    return m_values.isTime(time) && (m_values.isComputed(time) || m_values.isRounded(time));
}

// Compares within the brackets in which the token stands: math.max(…), redis.call(…).
bool TimeComparisons::comparesArguments(size_t i) const
{
    const LuaToken token = m_source.at(i);
    if (token.kind == TokenKind::Text && isOneOf(token.text, byAge))
        return true;
    if (token.kind == TokenKind::Text && token.text.compare("CLAIM", Qt::CaseInsensitive) == 0)
        return isOneOf(m_source.at(m_source.insideBracketsAround(i).from).text,
            std::array{QByteArrayView("XREADGROUP")});
    if (token.kind == TokenKind::Text && isOneOf(token.text, ranges))
        return m_values.isTime(m_source.insideBracketsAround(i));
    if (token.kind == TokenKind::Text && isOneOf(token.text, deadlineComparisons)) {
        const LuaToken command = m_source.at(m_source.insideBracketsAround(i).from);
        return command.kind == TokenKind::Text ? isOneOf(command.text, deadlineCommands)
                                               : m_values.setsDeadlines();
    }
    const bool isExtreme =
        (token.isName("max") || token.isName("min")) && m_source.at(i + 1).is('(');
    if (!isExtreme)
        return false;
    bool hasTime = false;
    int others = 0; // arguments that the time is compared with; 1 ms is the least that can be left
    for (const TokenRange &each : m_source.elements(m_source.insideBracketsAround(i + 2))) {
        hasTime |= m_values.isTime(each);
        const bool isLeastTime = each.to - each.from == 1 && m_source.at(each.from).text == "1";
        others += isLeastTime || isPlain(each, each) ? 0 : 1;
    }
    return hasTime && others > 1;
}

// Hands a time to a server, or to a check: redis.call("SET", k, PTTL). The first argument is a
// name. Another deadline is as exact as the time that it is, if that was not changed.
bool TimeComparisons::handsOn(size_t i) const
{
    const LuaToken receiver = m_source.at(i);
    if (receiver.kind != TokenKind::Name || !isOneOf(receiver.text, timeReceivers)
        || !m_source.at(i + 1).is('(') || (receiver.text == "event" && !m_values.readsEvents()))
        return false;
    const auto arguments = m_source.elements(m_source.insideBracketsAround(i + 2));
    const bool setsDeadline =
        !arguments.empty() && isOneOf(m_source.at(arguments.front().from).text, deadlineCommands);
    for (size_t k = 1; k < arguments.size(); ++k) {
        const LuaToken before = m_source.at(arguments[k - 1].from);
        const bool isDeadline =
            setsDeadline || (before.kind == TokenKind::Text && isOneOf(before.text, deadlineUnits));
        if (isDeadline ? isChanged(arguments[k]) : m_values.isTime(arguments[k]))
            return true;
    }
    return false;
}

// Waits for a time that it has changed. One that is as it was read ends with what it was read of.
bool TimeComparisons::waitsFor(size_t i) const
{
    if (m_source.at(i).kind != TokenKind::Name || !isOneOf(m_source.at(i).text, waits)
        || !m_source.at(i + 1).is('('))
        return false;
    const auto arguments = m_source.elements(m_source.insideBracketsAround(i + 2));
    return std::any_of(arguments.begin(), arguments.end(),
        [this](const TokenRange &each) { return isChanged(each); });
}

// Calls a function with a time of which it is not known what that does with it: rawequal(PTTL, 50),
// same(PTTL), all[1](PTTL), f { PTTL }. Those of the file are looked at themselves.
bool TimeComparisons::givesAway(size_t i) const
{
    const LuaToken function = m_source.at(i);
    const bool hasName = function.kind == TokenKind::Name && !m_source.isKeyword(i);
    const bool opens = m_source.at(i + 1).is('(') || (hasName && m_source.at(i + 1).is('{'));
    if (!opens || (!hasName && !function.is(')') && !function.is(']')))
        return false;
    const bool isMember = i > 0 && (m_source.at(i - 1).is('.') || m_source.at(i - 1).is(':'));
    const bool isHidden = !isMember && m_values.isVariable(function.text);
    const bool handsBack = isOneOf(function.text, handOn) || isOneOf(function.text, waits);
    const bool isKnown = hasName
        && (m_values.isOfFile(function.text) || isOneOf(function.text, timeReceivers)
            || (handsBack && !isHidden));
    const auto arguments = m_source.elements(m_source.insideBracketsAround(i + 2));
    const bool hasBase = function.isName("tonumber") && arguments.size() > 1;
    return (!isKnown || hasBase)
        && std::any_of(arguments.begin(), arguments.end(), [this](const TokenRange &each) {
               const bool isName = // of a command: c("PTTL", key)
                   each.to - each.from == 1 && m_source.at(each.from).kind == TokenKind::Text;
               return !isName && m_values.isTime(each);
           });
}

// A time is what a generic loop begins with: "for x in next, {}, PTTL do". What is done with it
// there the function does that it calls for each turn. Of pairs() and ipairs() that is known.
bool TimeComparisons::iterates(size_t i) const
{
    if (!m_source.at(i).isName("in"))
        return false;
    const size_t first = i + 1;
    const LuaToken function = m_source.at(first);
    const bool isOfElements = (function.isName("pairs") || function.isName("ipairs"))
        && m_source.at(first + 1).is('(') && !m_values.isVariable(function.text);
    const size_t end = m_source.beginOfLoop(first);
    const bool isAll = isOfElements && m_source.insideBracketsAround(first + 2).to + 1 == end;
    return !isAll && m_values.isTime({first, end});
}

// A time is the bound of a loop, "for i = 1, PTTL do", an index in square brackets, or a place at
// which something is inserted.
bool TimeComparisons::countsTo(size_t i) const
{
    const bool isLoop = m_source.at(i).isName("for") && m_source.at(i + 2).is('=');
    if (isLoop)
        return m_values.isTime({i + 3, m_source.endOfExpressions(i + 3)});
    if (m_source.at(i).isName("insert") && m_source.at(i + 1).is('(')) {
        const auto arguments = m_source.elements(m_source.insideBracketsAround(i + 2));
        return arguments.size() > 2 && m_values.isTime(arguments[1]);
    }
    return m_source.at(i).is('[') && m_values.isTime(m_source.insideBracketsAround(i + 1));
}

// A time is searched as a text: tostring(PTTL):find("5").
bool TimeComparisons::searchesIn(size_t i) const
{
    const LuaToken token = m_source.at(i);
    return token.kind == TokenKind::Name && isOneOf(token.text, searches)
        && m_source.at(i + 1).is('(')
        && m_values.isTime({m_source.beginOfOperand(i), m_source.insideBracketsAround(i + 2).to});
}

// A metamethod is called by signs, so a time may get into it anywhere:
// { __add = function(a, b) … }. __mode is a text.
bool TimeComparisons::isMetamethod(size_t i) const
{
    const LuaToken token = m_source.at(i);
    const bool isNamed = token.kind == TokenKind::Name || token.kind == TokenKind::Text;
    return isNamed && token.text.startsWith("__") && token.text != "__mode"
        && m_values.isTime({0, m_source.size()});
}

// Whether the call is an EXPIRE with GT or LT, or may have one of them as an option that is
// computed.
bool mayCompareDeadlines(const ScriptCall &call)
{
    if (!isOneOf(call.command, deadlineCommands))
        return false;
    constexpr size_t firstOption = 2; // behind the key and the time
    for (size_t i = firstOption; i < call.words.size(); ++i) {
        const QByteArrayView option = call.words[i].constant;
        const bool isHidden = option.isEmpty() || option.contains('\\');
        if (isHidden || isOneOf(option, deadlineComparisons))
            return true;
    }
    return call.mayHaveMore;
}

// Whether the script stands in the file as it is, or is one that the file names.
bool isInFile(QByteArrayView script, const Scenario &scenario)
{
    if (scenario.source.contains(script))
        return true;
    LuaTokens tokens(scenario.source);
    for (LuaToken token = tokens.next(); token.kind != TokenKind::End; token = tokens.next()) {
        const ServerScript *const shipped = token.kind == TokenKind::Text
            ? serverScript(viewOf(token.text), ScriptGuard::None)
            : nullptr;
        if (shipped && script == QByteArrayView(shipped->source))
            return true;
    }
    return std::any_of(scenario.scripts.begin(), scenario.scripts.end(),
        [&](const auto &each) { return script == each.second; });
}

// The exercise of a lesson judges submissions, and does nothing while the lesson itself is
// explored.
QByteArray withoutExercise(const Scenario &scenario)
{
    QByteArray source = scenario.source;
    if (!scenario.exercise)
        return source;
    const LuaExpressions tokens(scenario.source);
    const auto placeOf = [&](size_t i) {
        return tokens.at(i).text.data() - scenario.source.data();
    };
    for (size_t i = 0; i + 3 < tokens.size(); ++i) {
        if (!tokens.at(i).isName("exercise") || !tokens.at(i + 1).is('=')
            || !tokens.at(i + 2).is('{'))
            continue;
        const TokenRange inside = tokens.insideBracketsAround(i + 3);
        if (inside.to < tokens.size() && tokens.at(inside.from).kind != TokenKind::Text)
            std::fill(
                source.begin() + placeOf(inside.from), source.begin() + placeOf(inside.to), ' ');
    }
    return source;
}

} // namespace

TimeUse TimeUse::of(QByteArrayView source, const std::set<QByteArray> &tellingScripts)
{
    const TimeValues values(source, tellingScripts);
    const TimeComparisons comparisons(values);
    TimeUse use;
    use.isReturned = values.isReturned();
    use.isCompared = values.isLost();
    for (size_t i = 0; i < values.source().size() && !use.isCompared; ++i)
        use.isCompared = comparisons.areAt(i);
    return use;
}

TimeUse TimeUse::ofScript(QByteArrayView source)
{
    TimeUse use = of(source);
    const ScriptCalls calls = ScriptCalls::of(source);
    use.isCompared |= std::any_of(calls.calls.begin(), calls.calls.end(), mayCompareDeadlines);
    return use;
}

bool comparesTimes(const std::vector<std::string_view> &words)
{
    const auto isGiven = [&](const auto &options) {
        return std::any_of(words.begin() + 1, words.end(), [&](std::string_view word) {
            return isOneOf(QByteArrayView(word.data(), qsizetype(word.size())), options);
        });
    };
    const QByteArrayView name(words[0].data(), qsizetype(words[0].size()));
    return isOneOf(name, byAge) || (isOneOf(name, deadlineCommands) && isGiven(deadlineComparisons))
        || (isOneOf(name, std::array{QByteArrayView("XREADGROUP")})
            && isGiven(std::array{QByteArrayView("CLAIM")}));
}

bool comparesTimesInScript(QByteArrayView script, const Scenario &scenario)
{
    const TimeUse use = TimeUse::ofScript(script);
    return use.isCompared || (use.isReturned && !isInFile(script, scenario));
}

bool comparesTimes(const Scenario &scenario)
{
    std::set<QByteArray> tellingScripts;
    bool isCompared = false;
    const auto add = [&](const QByteArray &name, QByteArrayView script) {
        const TimeUse use = TimeUse::ofScript(script);
        isCompared |= use.isCompared;
        if (use.isReturned)
            tellingScripts.insert(name);
    };
    for (const auto &[name, source] : scenario.scripts)
        add(name, source);
    // The name of a script may stand anywhere: local name = "sliding-log" redis.script(name, …).
    LuaTokens tokens(scenario.source);
    for (LuaToken token = tokens.next(); token.kind != TokenKind::End; token = tokens.next()) {
        if (token.kind != TokenKind::Text || scenario.scripts.count(token.text.toByteArray()) != 0)
            continue;
        if (const ServerScript *const shipped = serverScript(viewOf(token.text), ScriptGuard::None))
            add(token.text.toByteArray(), shipped->source);
    }
    const QByteArray source = withoutExercise(scenario);
    return isCompared || TimeUse::of(source, tellingScripts).isCompared;
}

} // namespace lockstep

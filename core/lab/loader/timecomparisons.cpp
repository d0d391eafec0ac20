// Values are followed through the text by the names of the variables that hold them: whatever is
// assigned from a time is a time, wherever that name stands. That takes a time for compared where
// another variable of the same name is, which is rare in sources of this size; and a time that is
// given to a function of the file itself is lost sight of.
//
// To run programs with other times and see whether they do something else was rejected: that tells
// only what they do next, and nothing of what scripts do.

#include "core/lab/loader/timecomparisons.h"

#include "core/lab/lua/luatokens.h"
#include "core/lab/program/serverscript.h"

#include <algorithm>
#include <array>
#include <vector>

namespace lockstep {

namespace {

using Kind = LuaToken::Kind;

constexpr std::array<QByteArrayView, 5> times{"TTL", "PTTL", "EXPIRETIME", "PEXPIRETIME", "TIME"};
constexpr std::array<QByteArrayView, 4> deadlines{"EXPIRE", "PEXPIRE", "EXPIREAT", "PEXPIREAT"};
constexpr std::array<QByteArrayView, 2> deadlineComparisons{"GT", "LT"};
constexpr std::array<QByteArrayView, 6> ranges{
    "ZCOUNT", "ZRANGEBYSCORE", "ZREVRANGEBYSCORE", "ZREMRANGEBYSCORE", "BYSCORE", "ZRANGESTORE"};
constexpr std::array<QByteArrayView, 22> keywords{"and", "break", "do", "else", "elseif", "end",
    "false", "for", "function", "goto", "if", "in", "local", "nil", "not", "or", "repeat", "return",
    "then", "true", "until", "while"};
constexpr std::array<QByteArrayView, 3> values{"false", "nil", "true"}; // keywords that are values
constexpr std::array<QByteArrayView, 2> plainNumbers{"0", "1"};

template <size_t size>
bool isOneOf(QByteArrayView word, const std::array<QByteArrayView, size> &words)
{
    return std::any_of(words.begin(), words.end(),
        [&](QByteArrayView each) { return each.compare(word, Qt::CaseInsensitive) == 0; });
}

// From the first to before the last.
struct Range
{
    size_t from = 0;
    size_t to = 0;
};

class TimeReader
{
public:
    TimeReader(QByteArrayView source, const std::set<QByteArray> &tellingScripts)
        : m_tellingScripts(tellingScripts)
    {
        LuaTokens reader(source);
        for (LuaToken token = reader.next(); token.kind != Kind::End; token = reader.next())
            m_tokens.push_back(token);
    }

    TimeUse read();

private:
    [[nodiscard]] LuaToken at(size_t i) const
    {
        return i < m_tokens.size() ? m_tokens[i] : LuaToken();
    }
    [[nodiscard]] bool opens(size_t i) const
    {
        return at(i).is('(') || at(i).is('[') || at(i).is('{');
    }
    [[nodiscard]] bool closes(size_t i) const
    {
        return at(i).is(')') || at(i).is(']') || at(i).is('}');
    }
    [[nodiscard]] bool isKeyword(size_t i) const;
    [[nodiscard]] bool isOperand(size_t i) const; // the end of one, before which another may begin
    [[nodiscard]] bool isRelation(size_t i) const;
    [[nodiscard]] bool isAssignment(size_t i) const;
    [[nodiscard]] bool bounds(size_t i, bool isOperandOnly) const;
    [[nodiscard]] size_t endOf(size_t from, bool isOperandOnly) const;
    [[nodiscard]] size_t beginningOf(size_t last) const;
    [[nodiscard]] Range callAround(size_t i) const;
    [[nodiscard]] bool isTime(Range range) const;
    [[nodiscard]] bool isPlain(Range range) const;
    [[nodiscard]] bool comparesAt(size_t i) const;
    [[nodiscard]] bool comparesArguments(size_t i) const;
    [[nodiscard]] TimeUse useInText(size_t i) const;
    void readAssignments();
    void readReturns();

    const std::set<QByteArray> &m_tellingScripts;
    std::vector<LuaToken> m_tokens;
    std::set<QByteArrayView> m_names; // of what holds a time, or gives one
    TimeUse m_use;
};

bool TimeReader::isKeyword(size_t i) const
{
    return at(i).kind == Kind::Name && isOneOf(at(i).text, keywords);
}

bool TimeReader::isOperand(size_t i) const
{
    const LuaToken token = at(i);
    if (token.kind == Kind::Name)
        return !isKeyword(i) || isOneOf(token.text, values) || token.text == "end";
    return token.kind == Kind::Text || closes(i);
}

// "<", "<=", ">", ">=", "==", "~="; at the first of its signs.
bool TimeReader::isRelation(size_t i) const
{
    const LuaToken token = at(i);
    if (token.is('<') || token.is('>'))
        return at(i + 1).text != token.text && (i == 0 || at(i - 1).text != token.text);
    return (token.is('=') || token.is('~')) && at(i + 1).is('=');
}

bool TimeReader::isAssignment(size_t i) const
{
    if (!at(i).is('=') || at(i + 1).is('=') || i == 0)
        return false;
    const LuaToken before = at(i - 1);
    return !before.is('=') && !before.is('<') && !before.is('>') && !before.is('~');
}

// Whether an expression, or an operand of a comparison, ends before the token.
bool TimeReader::bounds(size_t i, bool isOperandOnly) const
{
    const LuaToken token = at(i);
    if (token.kind == Kind::End || token.is(';') || isAssignment(i))
        return true;
    if (isKeyword(i)) {
        const bool isOfExpression = token.text == "and" || token.text == "or" || token.text == "not"
            || isOneOf(token.text, values);
        return !isOfExpression
            || (isOperandOnly && !isOneOf(token.text, values) && token.text != "not");
    }
    return isOperandOnly && (token.is(',') || isRelation(i));
}

// What a function does within it is no part of an expression.
size_t TimeReader::endOf(size_t from, bool isOperandOnly) const
{
    int depth = 0;
    for (size_t i = from; i < m_tokens.size(); ++i) {
        const bool isNext = i > from && isOperand(i - 1) && at(i).kind == Kind::Name
            && !isKeyword(i); // another statement
        if (depth == 0 && isAssignment(i)) // of the next field of a table: "1, name = 2"
            return std::max(from, i - std::min<size_t>(i, 2));
        if (at(i).isName("function")
            || (depth == 0 && (bounds(i, isOperandOnly) || isNext || closes(i))))
            return i;
        depth += opens(i) ? 1 : closes(i) ? -1 : 0;
    }
    return m_tokens.size();
}

// Of the operand whose last token that is.
size_t TimeReader::beginningOf(size_t last) const
{
    int depth = 0;
    for (size_t i = last + 1; i-- > 0;) {
        const bool isNext =
            i < last && isOperand(i) && at(i + 1).kind == Kind::Name && !isKeyword(i + 1);
        if (depth == 0 && (bounds(i, true) || isNext || opens(i)))
            return i + 1;
        depth += closes(i) ? 1 : opens(i) ? -1 : 0;
    }
    return 0;
}

// What stands in the brackets that the token is in.
Range TimeReader::callAround(size_t i) const
{
    size_t from = i;
    for (int depth = 0; from > 0; --from) {
        depth += closes(from - 1) ? 1 : opens(from - 1) ? -1 : 0;
        if (depth < 0)
            break;
    }
    size_t to = i;
    for (int depth = 0; to < m_tokens.size(); ++to) {
        depth += opens(to) ? 1 : closes(to) ? -1 : 0;
        if (depth < 0)
            break;
    }
    return {from, to};
}

bool TimeReader::isTime(Range range) const
{
    for (size_t i = range.from; i < range.to && i < m_tokens.size(); ++i) {
        const LuaToken token = at(i);
        if (token.kind == Kind::Name && m_names.count(token.text) != 0)
            return true;
        if (token.isName("now") && at(i + 1).is('('))
            return true;
        if (token.kind != Kind::Text)
            continue;
        if (isOneOf(token.text, times) || m_tellingScripts.count(token.text.toByteArray()) != 0)
            return true;
        if (useInText(i).isReturned)
            return true;
    }
    return false;
}

// Of a text that may be a script: no text for readers, { en = [[…]] }.
TimeUse TimeReader::useInText(size_t i) const
{
    const bool isForReaders = i > 1 && at(i - 1).is('=')
        && (at(i - 2).isName("en") || LocalText::isCode(QString::fromUtf8(at(i - 2).text)));
    const bool isScript = at(i).kind == Kind::Text && !isForReaders
        && (at(i).text.contains("redis.call") || at(i).text.contains("redis.pcall"));
    return isScript ? TimeUse::of(at(i).text) : TimeUse();
}

// A number that no time is compared with to tell how long there is, a text, or false.
bool TimeReader::isPlain(Range range) const
{
    bool isNegative = false;
    while (range.to - range.from > 1 && (at(range.from).is('-') || at(range.from).is('('))) {
        isNegative |= at(range.from).is('-');
        ++range.from;
    }
    while (range.to - range.from > 1 && at(range.to - 1).is(')'))
        --range.to;
    const LuaToken token = at(range.from);
    return range.to - range.from == 1
        && (token.kind == Kind::Text || isOneOf(token.text, plainNumbers)
            || (isNegative && token.text == "2") // there is no key
            || isOneOf(token.text, values));
}

bool TimeReader::comparesAt(size_t i) const
{
    const bool isJoint =
        at(i).is('.') && at(i + 1).is('.') && !at(i + 2).is('.') && (i == 0 || !at(i - 1).is('.'));
    if (i == 0 || (!isRelation(i) && !isJoint))
        return false;
    const size_t right = i + (isJoint || at(i + 1).is('=') ? 2 : 1);
    const Range one{beginningOf(i - 1), i};
    const Range other{right, endOf(right, true)};
    if (isJoint)
        return isTime(one) || isTime(other);
    return (isTime(one) && !isPlain(other)) || (isTime(other) && !isPlain(one));
}

// Within the brackets in which the token stands: math.max(…), redis.call(…).
bool TimeReader::comparesArguments(size_t i) const
{
    const LuaToken token = at(i);
    if (token.kind == Kind::Text && isOneOf(token.text, ranges))
        return isTime(callAround(i));
    if (token.kind == Kind::Text && isOneOf(token.text, deadlineComparisons)) {
        const Range call = callAround(i);
        return at(call.from).kind == Kind::Text && isOneOf(at(call.from).text, deadlines);
    }
    const bool isExtreme = (token.isName("max") || token.isName("min")) && at(i + 1).is('(');
    if (!isExtreme)
        return false;
    const Range all = callAround(i + 2);
    bool hasTime = false;
    int others = 0; // with which it is compared
    for (size_t from = all.from; from < all.to;) {
        const Range each{from, std::min(endOf(from, true), all.to)};
        hasTime |= isTime(each);
        others += isPlain(each) ? 0 : 1;
        from = each.to + 1;
    }
    return hasTime && others > 1;
}

void TimeReader::readAssignments()
{
    for (size_t i = 1; i < m_tokens.size(); ++i) {
        if (!isAssignment(i) || !isTime({i + 1, endOf(i + 1, false)}))
            continue;
        for (size_t name = i - 1; at(name).kind == Kind::Name && !isKeyword(name); name -= 2) {
            m_names.insert(at(name).text);
            if (name < 2 || (!at(name - 1).is(',') && !at(name - 1).is('.')))
                break;
        }
    }
}

// Of a function with a name, and of the source.
void TimeReader::readReturns()
{
    std::vector<QByteArrayView> blocks; // that are open, with the names of functions
    bool isElseIf = false;
    int functions = 0;
    std::vector<bool> isFunction;
    for (size_t i = 0; i < m_tokens.size(); ++i) {
        const LuaToken token = at(i);
        if (token.kind != Kind::Name)
            continue;
        const bool isOpening = token.text == "function" || token.text == "do"
            || token.text == "repeat" || (token.text == "then" && !isElseIf);
        if (isOpening) {
            const bool isAssigned = i > 1 && isAssignment(i - 1);
            const bool isFunctionHere = token.text == "function";
            blocks.push_back(isAssigned ? at(i - 2).text : at(i + 1).text);
            isFunction.push_back(isFunctionHere);
            functions += isFunctionHere ? 1 : 0;
        } else if ((token.text == "end" || token.text == "until") && !blocks.empty()) {
            functions -= isFunction.back() ? 1 : 0;
            blocks.pop_back();
            isFunction.pop_back();
        } else if (token.text == "return" && isTime({i + 1, endOf(i + 1, false)})) {
            if (functions == 0)
                m_use.isReturned = true;
            for (size_t each = blocks.size(); each-- > 0 && functions > 0;) {
                if (!isFunction[each])
                    continue;
                m_names.insert(blocks[each]);
                break;
            }
        }
        isElseIf = token.text == "elseif" || (isElseIf && token.text != "then");
    }
}

TimeUse TimeReader::read()
{
    for (size_t known = 0, isFirst = 1; isFirst == 1 || known != m_names.size(); isFirst = 0) {
        known = m_names.size();
        readAssignments();
        readReturns();
    }
    for (size_t i = 0; i < m_tokens.size() && !m_use.isCompared; ++i) {
        m_use.isCompared = comparesAt(i) || comparesArguments(i) || useInText(i).isCompared;
    }
    return m_use;
}

} // namespace

TimeUse TimeUse::of(QByteArrayView source, const std::set<QByteArray> &tellingScripts)
{
    return TimeReader(source, tellingScripts).read();
}

bool comparesTimes(const Scenario &scenario)
{
    std::set<QByteArray> tellingScripts;
    for (const NamedScript &each : scriptsNamedBy(scenario)) {
        const TimeUse use = TimeUse::of(each.source);
        if (use.isCompared)
            return true;
        if (use.isReturned)
            tellingScripts.insert(each.name);
    }
    return TimeUse::of(scenario.source, tellingScripts).isCompared;
}

} // namespace lockstep

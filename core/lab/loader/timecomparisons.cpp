// Values are followed through the text by the names of the variables that hold them: whatever is
// assigned from a time is a time, wherever that name stands, and so is the parameter of a function
// of the file that is called with one. That takes a time for compared where another variable of the
// same name is, which is rare in sources of this size. Lost sight of is a time that a function
// takes as one of "...", or that pcall() hands to it.
//
// To run programs with other times and see whether they do something else was rejected: that tells
// only what they do next, and nothing of what scripts do.

#include "core/lab/loader/timecomparisons.h"

#include "core/lab/lua/luaexpressions.h"
#include "core/lab/program/serverscript.h"

#include <algorithm>
#include <array>
#include <map>
#include <vector>

namespace lockstep {

namespace {

using Kind = LuaToken::Kind;

constexpr std::array<QByteArrayView, 5> times{"TTL", "PTTL", "EXPIRETIME", "PEXPIRETIME", "TIME"};
constexpr std::array<QByteArrayView, 4> deadlines{"EXPIRE", "PEXPIRE", "EXPIREAT", "PEXPIREAT"};
constexpr std::array<QByteArrayView, 2> deadlineComparisons{"GT", "LT"};
constexpr std::array<QByteArrayView, 6> ranges{
    "ZCOUNT", "ZRANGEBYSCORE", "ZREVRANGEBYSCORE", "ZREMRANGEBYSCORE", "BYSCORE", "ZRANGESTORE"};
constexpr std::array<QByteArrayView, 4> deadlineUnits{"EX", "PX", "EXAT", "PXAT"};
constexpr std::array<QByteArrayView, 5> receivers{"call", "pcall", "script", "event", "count"};
constexpr std::array<QByteArrayView, 2> plainNumbers{"0", "1"};

template <size_t size>
bool isOneOf(QByteArrayView word, const std::array<QByteArrayView, size> &words)
{
    return std::any_of(words.begin(), words.end(),
        [&](QByteArrayView each) { return each.compare(word, Qt::CaseInsensitive) == 0; });
}

class TimeReader
{
public:
    TimeReader(QByteArrayView source, const std::set<QByteArray> &tellingScripts)
        : m_tellingScripts(tellingScripts)
        , m_source(source)
    {
    }

    TimeUse read();

private:
    [[nodiscard]] bool isTime(TokenRange range) const;
    [[nodiscard]] bool isPlain(TokenRange range) const;
    [[nodiscard]] bool comparesAt(size_t i) const;
    [[nodiscard]] bool comparesArguments(size_t i) const;
    [[nodiscard]] bool handsOn(size_t i) const;
    [[nodiscard]] bool countsTo(size_t i) const;
    [[nodiscard]] TimeUse useInText(size_t i) const;
    void readFunctions();
    void readAssignments();
    void readCalls();
    void readReturns();

    const std::set<QByteArray> &m_tellingScripts;
    LuaExpressions m_source;
    std::multimap<QByteArrayView, std::vector<QByteArrayView>>
        m_parameters; // by the function's name
    std::set<QByteArrayView> m_names; // of what holds a time, or gives one
    bool m_readsEvents = false; // some check does
    TimeUse m_use;
};

bool TimeReader::isTime(TokenRange range) const
{
    for (size_t i = range.from; i < range.to && i < m_source.size(); ++i) {
        const LuaToken token = m_source.at(i);
        if (token.kind == Kind::Name && m_names.count(token.text) != 0)
            return true;
        if (token.isName("now") && m_source.at(i + 1).is('('))
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
    const LuaToken token = m_source.at(i);
    const bool isForReaders = i > 1 && m_source.at(i - 1).is('=')
        && (m_source.at(i - 2).isName("en")
            || LocalText::isCode(QString::fromUtf8(m_source.at(i - 2).text)));
    const bool isScript = token.kind == Kind::Text && !isForReaders
        && (token.text.contains("redis.call") || token.text.contains("redis.pcall"));
    return isScript ? TimeUse::of(token.text) : TimeUse();
}

// A number that no time is compared with to tell how long there is, a text, or false.
bool TimeReader::isPlain(TokenRange range) const
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
    return range.to - range.from == 1
        && (token.kind == Kind::Text || isOneOf(token.text, plainNumbers)
            || (isNegative && token.text == "2") // there is no key
            || LuaExpressions::isConstant(token));
}

bool TimeReader::comparesAt(size_t i) const
{
    const bool isJoint = m_source.isConcatenation(i);
    if (i == 0 || (!m_source.isRelation(i) && !isJoint))
        return false;
    const size_t right = i + (isJoint || m_source.at(i + 1).is('=') ? 2 : 1);
    const TokenRange one{m_source.beginOfOperand(i - 1), i};
    const TokenRange other{right, m_source.endOfOperand(right)};
    if (isJoint)
        return isTime(one) || isTime(other);
    return (isTime(one) && !isPlain(other)) || (isTime(other) && !isPlain(one));
}

// Within the brackets in which the token stands: math.max(…), redis.call(…).
bool TimeReader::comparesArguments(size_t i) const
{
    const LuaToken token = m_source.at(i);
    if (token.kind == Kind::Text && isOneOf(token.text, ranges))
        return isTime(m_source.insideBracketsAround(i));
    if (token.kind == Kind::Text && isOneOf(token.text, deadlineComparisons)) {
        const LuaToken command = m_source.at(m_source.insideBracketsAround(i).from);
        return command.kind == Kind::Text && isOneOf(command.text, deadlines);
    }
    const bool isExtreme =
        (token.isName("max") || token.isName("min")) && m_source.at(i + 1).is('(');
    if (!isExtreme)
        return false;
    bool hasTime = false;
    int others = 0; // with which it is compared
    for (const TokenRange &each : m_source.elements(m_source.insideBracketsAround(i + 2))) {
        hasTime |= isTime(each);
        others += isPlain(each) ? 0 : 1;
    }
    return hasTime && others > 1;
}

// To a server, or to a check: redis.call("SET", k, PTTL). The first argument is a name. Another
// deadline is as exact as the time that it is made of.
bool TimeReader::handsOn(size_t i) const
{
    const LuaToken receiver = m_source.at(i);
    if (receiver.kind != Kind::Name || !isOneOf(receiver.text, receivers)
        || !m_source.at(i + 1).is('(') || (receiver.text == "event" && !m_readsEvents))
        return false;
    const auto arguments = m_source.elements(m_source.insideBracketsAround(i + 2));
    if (!arguments.empty() && isOneOf(m_source.at(arguments.front().from).text, deadlines))
        return false;
    for (size_t k = 1; k < arguments.size(); ++k) {
        const LuaToken before = m_source.at(arguments[k - 1].from);
        const bool isDeadline = before.kind == Kind::Text && isOneOf(before.text, deadlineUnits);
        if (!isDeadline && isTime(arguments[k]))
            return true;
    }
    return false;
}

// for i = 1, PTTL do; and what stands in square brackets.
bool TimeReader::countsTo(size_t i) const
{
    const bool isLoop = m_source.at(i).isName("for") && m_source.at(i + 2).is('=');
    if (isLoop)
        return isTime({i + 3, m_source.endOfExpressions(i + 3)});
    return m_source.at(i).is('[') && isTime(m_source.insideBracketsAround(i + 1));
}

void TimeReader::readFunctions()
{
    for (size_t i = 0; i < m_source.size(); ++i) {
        if (!m_source.at(i).isName("function"))
            continue;
        const QByteArrayView name = m_source.functionName(i);
        if (!name.isEmpty())
            m_parameters.emplace(name, m_source.parameters(i));
    }
}

void TimeReader::readAssignments()
{
    for (size_t i = 1; i < m_source.size(); ++i) {
        if (!m_source.isAssignment(i) || !isTime({i + 1, m_source.endOfExpressions(i + 1)}))
            continue;
        for (size_t name = i - 1; m_source.at(name).kind == Kind::Name && !m_source.isKeyword(name);
             name -= 2) {
            m_names.insert(m_source.at(name).text);
            if (name < 2 || (!m_source.at(name - 1).is(',') && !m_source.at(name - 1).is('.')))
                break;
        }
    }
}

// What a function of the file is called with is what its parameters hold.
void TimeReader::readCalls()
{
    for (size_t i = 0; i < m_source.size(); ++i) {
        const auto [first, last] = m_parameters.equal_range(m_source.at(i).text);
        const bool isCall = m_source.at(i).kind == Kind::Name && m_source.at(i + 1).is('(');
        if (!isCall || first == last)
            continue;
        const auto arguments = m_source.elements(m_source.insideBracketsAround(i + 2));
        for (size_t place = 0; place < arguments.size(); ++place) {
            if (!isTime(arguments[place]))
                continue;
            for (auto function = first; function != last; ++function) {
                if (place < function->second.size())
                    m_names.insert(function->second[place]);
            }
        }
    }
}

// Of a function with a name, and of the source.
void TimeReader::readReturns()
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
                m_use.isReturned = true;
            else if (!inner->name.isEmpty())
                m_names.insert(inner->name);
        }
    }
}

TimeUse TimeReader::read()
{
    readFunctions();
    for (size_t i = 0; i < m_source.size(); ++i)
        m_readsEvents |= m_source.at(i).isName("events") && m_source.at(i + 1).is('(');
    size_t known = 0;
    do {
        known = m_names.size();
        readAssignments();
        readCalls();
        readReturns();
    } while (known != m_names.size());
    for (size_t i = 0; i < m_source.size() && !m_use.isCompared; ++i)
        m_use.isCompared = comparesAt(i) || comparesArguments(i) || handsOn(i) || countsTo(i)
            || useInText(i).isCompared;
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

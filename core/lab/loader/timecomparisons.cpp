// Values are followed through the text by the names of the variables that hold them: whatever is
// assigned from a time is a time, wherever that name stands, and so is the parameter of a function
// of the file that is called with one. That takes a time for compared where another variable of the
// same name is, which is rare in sources of this size. Where it would be lost sight of, because a
// function takes it as one of "..." or pcall() hands it on, it counts as compared.
//
// What is compared with 0 or 1 only to see whether there is a key or a deadline is harmless, but
// not what was reckoned from a time: that is 0 at one moment and not at another.
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
constexpr std::array<QByteArrayView, 3> searches{"find", "match", "gmatch"};
constexpr std::array<QByteArrayView, 7> reckoning{
    "abs", "byte", "find", "fmod", "len", "match", "sub"};
constexpr std::string_view arithmetic = "+-*/%^&|";

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
    [[nodiscard]] bool isTimeOfCheck(size_t i) const;
    [[nodiscard]] bool isReckoned(TokenRange range) const;
    [[nodiscard]] bool isPlain(TokenRange range) const;
    [[nodiscard]] bool isComparison(TokenRange time, TokenRange other) const;
    [[nodiscard]] bool comparesAt(size_t i) const;
    [[nodiscard]] bool comparesArguments(size_t i) const;
    [[nodiscard]] bool handsOn(size_t i) const;
    [[nodiscard]] bool countsTo(size_t i) const;
    [[nodiscard]] bool searchesIn(size_t i) const;
    [[nodiscard]] TimeUse useInText(size_t i) const;
    void note(QByteArrayView name, TokenRange value);
    void noteTargets(size_t assignment, TokenRange value);
    void readTexts();
    void readFunctions();
    void readAssignments();
    void readCalls();
    void readHandedOn(size_t i);
    void readReturns();

    const std::set<QByteArray> &m_tellingScripts;
    LuaExpressions m_source;
    std::multimap<QByteArrayView, std::vector<QByteArrayView>>
        m_parameters; // by the function's name
    std::set<QByteArrayView> m_takeAny; // functions with "..."
    std::set<QByteArrayView> m_names; // of what holds a time, or gives one
    std::set<QByteArrayView> m_reckoned; // those of them that were reckoned from it
    bool m_readsEvents = false; // some check does
    bool m_asksInTransactions = false; // maybe: what EXEC gives may be a time
    bool m_setsDeadlines = false;
    TimeUse m_use;
};

bool TimeReader::isTime(TokenRange range) const
{
    for (size_t i = range.from; i < range.to && i < m_source.size(); ++i) {
        const LuaToken token = m_source.at(i);
        if (token.kind == Kind::Name && m_names.count(token.text) != 0)
            return true;
        if (isTimeOfCheck(i) || (token.isName("now") && m_source.at(i + 1).is('(')))
            return true;
        if (token.kind != Kind::Text)
            continue;
        if (m_asksInTransactions && token.text.compare("EXEC", Qt::CaseInsensitive) == 0)
            return true;
        if (isOneOf(token.text, times) || m_tellingScripts.count(token.text.toByteArray()) != 0)
            return true;
        if (useInText(i).isReturned)
            return true;
    }
    return false;
}

// What checks ask for: v.ttl(key), and when an event was.
bool TimeReader::isTimeOfCheck(size_t i) const
{
    const LuaToken token = m_source.at(i);
    if (i < 2)
        return false;
    if (token.text == "at" && token.kind == Kind::Text)
        return m_source.at(i - 1).is('[');
    const LuaToken owner = m_source.at(i - 2);
    if (!m_source.at(i - 1).is('.') || owner.is('.')) // of two: a concatenation
        return false;
    if (token.isName("at"))
        return !owner.isName("p");
    return token.isName("ttl") && (m_source.at(i + 1).is('(') || owner.isName("v"));
}

// Whether it is not the time itself. What stands in the arguments of a command does not count.
bool TimeReader::isReckoned(TokenRange range) const
{
    for (size_t i = range.from; i < range.to && i < m_source.size(); ++i) {
        const LuaToken token = m_source.at(i);
        const bool isCall = token.kind == Kind::Name && m_source.at(i + 1).is('(');
        if (isCall && isOneOf(token.text, receivers)) {
            const TokenRange arguments = m_source.insideBracketsAround(i + 2);
            const LuaToken command = m_source.at(arguments.from);
            if (command.kind == Kind::Text
                && command.text.compare("TIME", Qt::CaseInsensitive) == 0)
                return true;
            i = arguments.to;
            continue;
        }
        if (token.kind == Kind::Name
            && (m_reckoned.count(token.text) != 0
                || (isCall && (token.text == "now" || isOneOf(token.text, reckoning)))))
            return true;
        const bool isSign = token.kind == Kind::Other && token.text.size() == 1
            && arithmetic.find(token.text.front()) != std::string_view::npos;
        const LuaToken before = i > range.from ? m_source.at(i - 1) : LuaToken();
        const bool isBehindValue = (before.kind == Kind::Name && !m_source.isKeyword(i - 1))
            || before.kind == Kind::Text || before.is(')') || before.is(']');
        if (token.is('#') || (isSign && isBehindValue))
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
    const bool isNumberAsText = token.kind == Kind::Text && !token.text.isEmpty()
        && QByteArrayView("-.0123456789").contains(token.text.front());
    return range.to - range.from == 1 && !isNumberAsText
        && (token.kind == Kind::Text || isOneOf(token.text, plainNumbers)
            || (isNegative && token.text == "2") // there is no key
            || LuaExpressions::isConstant(token));
}

bool TimeReader::isComparison(TokenRange time, TokenRange other) const
{
    if (!isTime(time))
        return false;
    const LuaToken token = m_source.at(other.from);
    const bool isOfNumber = other.to - other.from != 1
        || (token.kind != Kind::Text && !LuaExpressions::isConstant(token));
    return !isPlain(other) || (isOfNumber && isReckoned(time));
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
    return isComparison(one, other) || isComparison(other, one);
}

// Within the brackets in which the token stands: math.max(…), redis.call(…).
bool TimeReader::comparesArguments(size_t i) const
{
    const LuaToken token = m_source.at(i);
    if (token.kind == Kind::Text && isOneOf(token.text, ranges))
        return isTime(m_source.insideBracketsAround(i));
    if (token.kind == Kind::Text && isOneOf(token.text, deadlineComparisons)) {
        const LuaToken command = m_source.at(m_source.insideBracketsAround(i).from);
        return command.kind == Kind::Text ? isOneOf(command.text, deadlines) : m_setsDeadlines;
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

// tostring(PTTL):find("5")
bool TimeReader::searchesIn(size_t i) const
{
    const LuaToken token = m_source.at(i);
    return token.kind == Kind::Name && isOneOf(token.text, searches) && m_source.at(i + 1).is('(')
        && isTime({m_source.beginOfOperand(i), m_source.insideBracketsAround(i + 2).to});
}

void TimeReader::note(QByteArrayView name, TokenRange value)
{
    m_names.insert(name);
    if (isReckoned(value))
        m_reckoned.insert(name);
}

void TimeReader::readTexts()
{
    bool hasTransactions = false;
    bool hasTimes = false;
    for (size_t i = 0; i < m_source.size(); ++i) {
        const LuaToken token = m_source.at(i);
        m_readsEvents |=
            (token.isName("events") || token.isName("in_order")) && m_source.at(i + 1).is('(');
        if (token.kind != Kind::Text)
            continue;
        hasTransactions |= token.text.compare("MULTI", Qt::CaseInsensitive) == 0;
        hasTimes |= isOneOf(token.text, times);
        m_setsDeadlines |= isOneOf(token.text, deadlines);
    }
    m_asksInTransactions = hasTransactions && hasTimes;
}

void TimeReader::readFunctions()
{
    for (size_t i = 0; i < m_source.size(); ++i) {
        if (!m_source.at(i).isName("function"))
            continue;
        const QByteArrayView name = m_source.functionName(i);
        if (name.isEmpty())
            continue;
        m_parameters.emplace(name, m_source.parameters(i));
        size_t end = i;
        while (end < m_source.size() && !m_source.at(end).is(')'))
            ++end;
        if (end > 0 && m_source.at(end - 1).is('.'))
            m_takeAny.insert(name);
    }
}

// Up to an assignment: a, b.c, d[1] = …
void TimeReader::noteTargets(size_t assignment, TokenRange value)
{
    for (size_t end = assignment; end > 0;) {
        size_t last = end - 1;
        while (last > 1 && m_source.at(last).is(']'))
            last = m_source.insideBracketsAround(last).from - 2;
        if (m_source.at(last).kind != Kind::Name || m_source.isKeyword(last))
            return;
        note(m_source.at(last).text, value);
        if (last < 2 || (!m_source.at(last - 1).is(',') && !m_source.at(last - 1).is('.')))
            return;
        end = last - 1;
    }
}

// An assignment, "for _, each in ipairs(…) do", table.insert(to, …).
void TimeReader::readAssignments()
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

// What a function of the file is called with is what its parameters hold.
void TimeReader::readCalls()
{
    for (size_t i = 0; i < m_source.size(); ++i) {
        const auto [first, last] = m_parameters.equal_range(m_source.at(i).text);
        const bool isCall = m_source.at(i).kind == Kind::Name && m_source.at(i + 1).is('(')
            && (i == 0 || !m_source.at(i - 1).isName("function"));
        if (isCall)
            readHandedOn(i);
        if (!isCall || first == last)
            continue;
        const auto arguments = m_source.elements(m_source.insideBracketsAround(i + 2));
        for (size_t place = 0; place < arguments.size(); ++place) {
            if (!isTime(arguments[place]))
                continue;
            for (auto function = first; function != last; ++function) {
                if (place < function->second.size())
                    note(function->second[place], arguments[place]);
            }
        }
    }
}

// To a function that has no name for it: f(...), pcall(f, PTTL).
void TimeReader::readHandedOn(size_t i)
{
    const QByteArrayView name = m_source.at(i).text;
    const bool isProtected = name == "pcall" || name == "xpcall";
    if (!isProtected && m_takeAny.count(name) == 0)
        return;
    const auto arguments = m_source.elements(m_source.insideBracketsAround(i + 2));
    for (size_t place = isProtected ? 1 : 0; place < arguments.size(); ++place) {
        const TokenRange each = arguments[place];
        const bool isName = // of a command: pcall(redis.call, "PTTL", key)
            each.to - each.from == 1 && m_source.at(each.from).kind == Kind::Text;
        m_use.isCompared |= !isName && isTime(each);
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
                note(inner->name, {i + 1, m_source.endOfExpressions(i + 1)});
        }
    }
}

TimeUse TimeReader::read()
{
    readTexts();
    readFunctions();
    size_t known = 0;
    do {
        known = m_names.size() + m_reckoned.size();
        readAssignments();
        readCalls();
        readReturns();
    } while (known != m_names.size() + m_reckoned.size());
    for (size_t i = 0; i < m_source.size() && !m_use.isCompared; ++i)
        m_use.isCompared = comparesAt(i) || comparesArguments(i) || handsOn(i) || countsTo(i)
            || searchesIn(i) || useInText(i).isCompared;
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

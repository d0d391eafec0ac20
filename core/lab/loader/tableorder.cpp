// The servers' Lua goes through the numbers 1, 2, 3 … of a list in their order, and through names
// that stand in the script always alike. Another order comes only from keys that the script takes
// from elsewhere: from KEYS and ARGV, from what it has read, from a text that it decodes. So it
// takes both, a table with such keys and something that visits all elements of a table; whether the
// two meet is not followed.

#include "core/lab/loader/tableorder.h"

#include "core/lab/lua/luaexpressions.h"

#include <algorithm>
#include <array>

namespace lockstep {

namespace {

using TokenKind = LuaToken::Kind;

// What visits all elements of a table in Redis' Lua, under whatever local name it is called:
// table.foreach, cjson.encode, and replies with maps or sets, which scripts get behind setresp.
constexpr std::array<QByteArrayView, 6> visitors{
    "pairs", "next", "foreach", "encode", "cmsgpack", "setresp"};
// What gives a script tables whose keys are not in its text.
constexpr std::array<QByteArrayView, 4> givers{"rawset", "decode", "cmsgpack", "setresp"};

template <size_t size>
bool isNameAmong(const LuaToken &token, const std::array<QByteArrayView, size> &names)
{
    return token.kind == TokenKind::Name
        && std::find(names.begin(), names.end(), token.text) != names.end();
}

// Looks for both in the text of one script.
class TableOrder
{
public:
    explicit TableOrder(QByteArrayView script)
        : m_source(script)
    {
    }

    [[nodiscard]] bool dependsOnTexts() const
    {
        return has(&TableOrder::mayMakeKey) && has(&TableOrder::visitsElements);
    }

private:
    [[nodiscard]] LuaToken at(size_t i) const { return m_source.at(i); }
    [[nodiscard]] bool has(bool (TableOrder::*isAt)(size_t i) const) const;
    [[nodiscard]] bool visitsElements(size_t i) const;
    [[nodiscard]] bool isReplyField(size_t i) const;
    [[nodiscard]] bool onlyAsksWhetherEmpty(size_t i) const;
    [[nodiscard]] bool mayMakeKey(size_t i) const;
    [[nodiscard]] bool isAssigned(size_t end) const;
    [[nodiscard]] bool isKnownKey(TokenRange index) const;
    [[nodiscard]] bool isCounter(QByteArrayView name) const;

    LuaExpressions m_source;
};

bool TableOrder::has(bool (TableOrder::*isAt)(size_t i) const) const
{
    for (size_t i = 0; i < m_source.size(); ++i) {
        if ((this->*isAt)(i))
            return true;
    }
    return false;
}

bool TableOrder::visitsElements(size_t i) const
{
    // Of a table of functions any may be chosen by a text that is put together.
    const bool isAnyOfTable = at(i).isName("table") && !at(i + 1).is('.');
    return isAnyOfTable || isReplyField(i)
        || (isNameAmong(at(i), visitors) && !onlyAsksWhetherEmpty(i));
}

// A script that returns { map = t } or { set = t } answers with the keys of t.
bool TableOrder::isReplyField(size_t i) const
{
    if (at(i).text != "map" && at(i).text != "set")
        return false;
    return at(i).kind == TokenKind::Name
        ? m_source.isAssignment(i + 1) && (i == 0 || !at(i - 1).isName("local"))
        : at(i).kind == TokenKind::Text && (i == 0 || !at(i - 1).is('(')); // redis.call('set', …)
}

// Recognises next(t) == nil and not next(t).
bool TableOrder::onlyAsksWhetherEmpty(size_t i) const
{
    if (!at(i).isName("next") || !at(i + 1).is('('))
        return false;
    const size_t behind = m_source.insideBracketsAround(i + 2).to + 1;
    const bool isComparedWithNil =
        m_source.isRelation(behind) && at(behind + 1).is('=') && at(behind + 2).isName("nil");
    return isComparedWithNil || (i > 0 && at(i - 1).isName("not"));
}

// t[KEYS[1]] = …, { [ARGV[1]] = … }, or what gives a table that has such keys.
bool TableOrder::mayMakeKey(size_t i) const
{
    return isNameAmong(at(i), givers)
        || (i > 0 && at(i).is(']') && isAssigned(i + 1)
            && !isKnownKey(m_source.insideBracketsAround(i)));
}

// Whether something is assigned to what ends before the token, alone or with others: t[k], n = …
bool TableOrder::isAssigned(size_t end) const
{
    while (at(end).is(',') && at(end + 1).kind == TokenKind::Name) {
        end += 2;
        while (at(end).is('.') || at(end).is('['))
            end = at(end).is('.') ? end + 2 : m_source.insideBracketsAround(end + 1).to + 1;
    }
    return m_source.isAssignment(end);
}

// Whether it is a number, or a text that stands there.
bool TableOrder::isKnownKey(TokenRange index) const
{
    if (index.to - index.from == 1 && at(index.from).kind == TokenKind::Text)
        return true;
    bool isCounted = true;
    for (size_t i = index.from; i < index.to && isCounted; ++i) {
        const bool isLength = i > index.from && at(i - 1).is('#');
        const bool isSign = at(i).is('#') || at(i).is('+') || at(i).is('-') || at(i).is('*');
        isCounted = isSign || LuaExpressions::isNumber(at(i))
            || (at(i).kind == TokenKind::Name && (isLength || isCounter(at(i).text)));
    }
    return isCounted;
}

// Whether the name is that of a variable which counts the turns of a loop, and of nothing else:
// for i = 1, 10 do; for i, each in ipairs(t) do.
bool TableOrder::isCounter(QByteArrayView name) const
{
    bool counts = false;
    for (size_t i = 1; i < m_source.size(); ++i) {
        if (at(i).isName("function")) {
            const auto parameters = m_source.parameters(i);
            if (std::find(parameters.begin(), parameters.end(), name) != parameters.end())
                return false;
        }
        if (!at(i).isName(name))
            continue;
        const bool isOfLoop = at(i - 1).isName("for");
        const bool isCount = isOfLoop
            && (m_source.isAssignment(i + 1)
                || (at(i + 1).is(',') && at(i + 3).isName("in") && at(i + 4).isName("ipairs")));
        const bool isDeclared = isOfLoop || at(i - 1).isName("local")
            || at(i - 1).isName("function") || at(i + 1).isName("in") || at(i + 1).is(',');
        if (!isCount && (isDeclared || m_source.isAssignment(i + 1)))
            return false;
        counts |= isCount;
    }
    return counts;
}

} // namespace

bool goesThroughTables(QByteArrayView script)
{
    return TableOrder(script).dependsOnTexts();
}

} // namespace lockstep

// Follows https://www.lua.org/manual/5.1/manual.html#2.1 and
// https://www.lua.org/manual/5.4/manual.html#3.1.

#include "core/lab/lua/luatokens.h"

#include <algorithm>

namespace lockstep {

namespace {

bool isNamed(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

} // namespace

LuaTokens::LuaTokens(QByteArrayView source)
    : m_source(source)
{
    if (at(0) == '#') // "#!lua flags=no-writes"
        m_place = m_source.indexOf('\n') < 0 ? m_source.size() : m_source.indexOf('\n');
}

char LuaTokens::at(qsizetype place) const
{
    return place < m_source.size() ? m_source[place] : '\0';
}

void LuaTokens::moveTo(qsizetype place)
{
    const qsizetype end = std::min(place, m_source.size());
    m_line += int(std::count(m_source.begin() + m_place, m_source.begin() + end, '\n'));
    m_place = end;
}

// The length of "[[", "[=[", … at this place; 0 if there is none.
qsizetype LuaTokens::longBracket(qsizetype from) const
{
    if (at(from) != '[')
        return 0;
    qsizetype end = from + 1;
    while (at(end) == '=')
        ++end;
    return at(end) == '[' ? end + 1 - from : 0;
}

QByteArrayView LuaTokens::takeLongBracket(qsizetype opening)
{
    const QByteArray closing = ']' + QByteArray(opening - 2, '=') + ']';
    const qsizetype from = m_place + opening;
    const qsizetype found = m_source.indexOf(closing, from);
    const qsizetype to = found < 0 ? m_source.size() : found;
    moveTo(to + closing.size());
    return m_source.sliced(from, to - from);
}

QByteArrayView LuaTokens::takeQuoted()
{
    const qsizetype from = m_place + 1;
    qsizetype to = from;
    while (to < m_source.size() && m_source[to] != m_source[m_place])
        to += m_source[to] == '\\' ? 2 : 1;
    to = std::min(to, m_source.size());
    moveTo(to + 1);
    return m_source.sliced(from, to - from);
}

void LuaTokens::skipSpace()
{
    for (;;) {
        const char c = at(m_place);
        if (m_place < m_source.size() && (c == ' ' || (c >= '\t' && c <= '\r'))) {
            moveTo(m_place + 1);
        } else if (c == '-' && at(m_place + 1) == '-') {
            moveTo(m_place + 2);
            if (const qsizetype opening = longBracket(m_place); opening > 0) {
                takeLongBracket(opening);
            } else {
                while (m_place < m_source.size() && at(m_place) != '\n' && at(m_place) != '\r')
                    ++m_place;
            }
        } else {
            return;
        }
    }
}

LuaToken LuaTokens::next()
{
    skipSpace();
    LuaToken token;
    token.line = m_line;
    if (m_place >= m_source.size())
        return token;
    const char c = at(m_place);
    if (c == '"' || c == '\'') {
        token.kind = LuaToken::Kind::Text;
        token.text = takeQuoted();
    } else if (const qsizetype opening = longBracket(m_place); opening > 0) {
        token.kind = LuaToken::Kind::Text;
        token.text = takeLongBracket(opening);
    } else {
        qsizetype end = m_place;
        while (isNamed(at(end)))
            ++end;
        token.kind = end > m_place ? LuaToken::Kind::Name : LuaToken::Kind::Other;
        const qsizetype length = std::max<qsizetype>(end - m_place, 1);
        token.text = m_source.sliced(m_place, length);
        moveTo(m_place + length);
    }
    return token;
}

} // namespace lockstep

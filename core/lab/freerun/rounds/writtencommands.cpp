// Only as much of Lua's grammar as it takes to tell names, texts and comments apart.
// Source: https://www.lua.org/manual/5.4/manual.html#3.1

#include "core/lab/freerun/rounds/writtencommands.h"

#include <algorithm>

namespace lockstep {

namespace {

struct Token
{
    enum class Kind : quint8 { End, Name, Text, Other };

    Kind kind = Kind::End;
    QByteArrayView text; // of a Text: what stands between the quotes
    int line = 0;
};

bool isNamed(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

class TokenReader
{
public:
    explicit TokenReader(QByteArrayView source)
        : m_source(source)
    {
    }

    Token next();

private:
    [[nodiscard]] char at(qsizetype place) const
    {
        return place < m_source.size() ? m_source[place] : '\0';
    }
    void skipSpace();
    [[nodiscard]] qsizetype longBracket(qsizetype from) const;
    QByteArrayView takeLongBracket(qsizetype opening);
    QByteArrayView takeQuoted();
    void moveTo(qsizetype place);

    QByteArrayView m_source;
    qsizetype m_place = 0;
    int m_line = 1;
};

void TokenReader::moveTo(qsizetype place)
{
    const qsizetype end = std::min(place, m_source.size());
    m_line += int(std::count(m_source.begin() + m_place, m_source.begin() + end, '\n'));
    m_place = end;
}

// The length of "[[", "[=[", …; 0: there is none.
qsizetype TokenReader::longBracket(qsizetype from) const
{
    if (at(from) != '[')
        return 0;
    qsizetype end = from + 1;
    while (at(end) == '=')
        ++end;
    return at(end) == '[' ? end + 1 - from : 0;
}

QByteArrayView TokenReader::takeLongBracket(qsizetype opening)
{
    const QByteArray closing = ']' + QByteArray(opening - 2, '=') + ']';
    const qsizetype from = m_place + opening;
    const qsizetype found = m_source.indexOf(closing, from);
    const qsizetype to = found < 0 ? m_source.size() : found;
    moveTo(to + closing.size());
    return m_source.sliced(from, to - from);
}

QByteArrayView TokenReader::takeQuoted()
{
    const qsizetype from = m_place + 1;
    qsizetype to = from;
    while (to < m_source.size() && m_source[to] != m_source[m_place])
        to += m_source[to] == '\\' ? 2 : 1;
    to = std::min(to, m_source.size());
    moveTo(to + 1);
    return m_source.sliced(from, to - from);
}

void TokenReader::skipSpace()
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
                const qsizetype end = m_source.indexOf('\n', m_place);
                moveTo(end < 0 ? m_source.size() : end);
            }
        } else {
            return;
        }
    }
}

Token TokenReader::next()
{
    skipSpace();
    Token token;
    token.line = m_line;
    if (m_place >= m_source.size())
        return token;
    const char c = at(m_place);
    if (c == '"' || c == '\'') {
        token.kind = Token::Kind::Text;
        token.text = takeQuoted();
    } else if (const qsizetype opening = longBracket(m_place); opening > 0) {
        token.kind = Token::Kind::Text;
        token.text = takeLongBracket(opening);
    } else {
        qsizetype end = m_place;
        while (isNamed(at(end)))
            ++end;
        token.kind = end > m_place ? Token::Kind::Name : Token::Kind::Other;
        const qsizetype length = std::max<qsizetype>(end - m_place, 1);
        token.text = m_source.sliced(m_place, length);
        moveTo(m_place + length);
    }
    return token;
}

} // namespace

std::vector<WrittenCommand> writtenCommands(const QByteArray &source)
{
    std::vector<WrittenCommand> commands;
    TokenReader reader(source);
    bool isCall = false; // redis.call(…), and pcall(redis.call, …)
    for (Token token = reader.next(); token.kind != Token::Kind::End; token = reader.next()) {
        const bool isName = token.kind == Token::Kind::Name;
        if (isCall && token.kind == Token::Kind::Text)
            commands.push_back({token.text.toByteArray(), token.line});
        const bool goesOn =
            token.kind == Token::Kind::Other && (token.text == "(" || token.text == ",");
        isCall = isName ? token.text == "call" || token.text == "pcall" : isCall && goesOn;
    }
    return commands;
}

} // namespace lockstep

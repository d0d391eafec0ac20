#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QtGlobal>

namespace lockstep {

// A token of Lua. Only names, texts, comments and signs are told apart, which is the same in Lua
// 5.1, which the servers run, and 5.4, which the lab runs.
struct LuaToken
{
    enum class Kind : quint8 { End, Name, Text, Other };

    Kind kind = Kind::End;
    QByteArrayView text; // of a Text: what stands between the quotes, escapes as they are
    int line = 0; // from 1

    [[nodiscard]] bool isName(QByteArrayView name) const
    {
        return kind == Kind::Name && text == name;
    }
    // Whether it is this sign. An operator of several signs is several tokens.
    [[nodiscard]] bool is(char sign) const
    {
        return kind == Kind::Other && text.size() == 1 && text[0] == sign;
    }
};

// Reads the tokens of a source one by one, without comments. The source must outlive the tokens.
class LuaTokens
{
public:
    explicit LuaTokens(QByteArrayView source);

    // The next token; at the end, and from then on, one of the kind End.
    LuaToken next();

private:
    [[nodiscard]] char at(qsizetype place) const;
    void skipSpace();
    [[nodiscard]] qsizetype longBracket(qsizetype from) const;
    QByteArrayView takeLongBracket(qsizetype opening);
    QByteArrayView takeQuoted();
    void moveTo(qsizetype place);

    QByteArrayView m_source;
    qsizetype m_place = 0;
    int m_line = 1;
};

} // namespace lockstep

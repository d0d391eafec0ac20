// A hand-written scanner that reads one line at a time. A long string or long comment that
// continues on the next line is the block's state: 2 · level + 2, plus 1 for a comment; 0 for
// nothing.

#include "ui/lab/program/luahighlighter.h"

#include <QSet>

namespace lockstep {

namespace {

bool isKeyword(const QString &word)
{
    static const QSet<QString> keywords{u"and"_qs, u"break"_qs, u"do"_qs, u"else"_qs, u"elseif"_qs,
        u"end"_qs, u"false"_qs, u"for"_qs, u"function"_qs, u"goto"_qs, u"if"_qs, u"in"_qs,
        u"local"_qs, u"nil"_qs, u"not"_qs, u"or"_qs, u"repeat"_qs, u"return"_qs, u"then"_qs,
        u"true"_qs, u"until"_qs, u"while"_qs};
    return keywords.contains(word);
}

bool isWordCharacter(QChar c)
{
    return c.isLetterOrNumber() || c == u'_';
}

// The level of the long bracket that opens at that position: 0 for [[, 1 for [=[, -1 if there is
// none.
int longBracketAt(const QString &text, qsizetype at)
{
    if (at >= text.size() || text.at(at) != u'[')
        return -1;
    qsizetype i = at + 1;
    while (i < text.size() && text.at(i) == u'=')
        ++i;
    return i < text.size() && text.at(i) == u'[' ? int(i - at - 1) : -1;
}

// The position behind the closing bracket, or -1 if it is not in this line.
qsizetype endOfLong(const QString &text, qsizetype from, int level)
{
    const QString closing = u']' + QString(level, u'=') + u']';
    const qsizetype at = text.indexOf(closing, from);
    return at < 0 ? -1 : at + closing.size();
}

qsizetype endOfQuoted(const QString &text, qsizetype from)
{
    const QChar quote = text.at(from);
    qsizetype i = from + 1;
    while (i < text.size() && text.at(i) != quote)
        i += text.at(i) == u'\\' ? 2 : 1;
    return std::min(i + 1, text.size());
}

} // namespace

void LuaHighlighter::setColours(const Colours &colours)
{
    m_colours = colours;
    rehighlight();
}

void LuaHighlighter::highlightBlock(const QString &text)
{
    QTextCharFormat comment, string, keyword;
    comment.setForeground(m_colours.secondary);
    comment.setFontItalic(true);
    string.setForeground(m_colours.secondary);
    keyword.setFontWeight(QFont::DemiBold);

    setCurrentBlockState(0);
    qsizetype at = 0;
    // Marks a long string or comment that begins at `from` and whose text begins at `inside`.
    const auto markLong = [&](qsizetype from, qsizetype inside, int level, bool isComment) {
        const qsizetype end = endOfLong(text, inside, level);
        at = end < 0 ? text.size() : end;
        setFormat(int(from), int(at - from), isComment ? comment : string);
        if (end < 0)
            setCurrentBlockState(2 * level + 2 + int(isComment));
    };
    if (const int open = previousBlockState(); open > 1)
        markLong(0, 0, (open - 2) / 2, open % 2 == 1);
    while (at < text.size()) {
        const qsizetype from = at;
        const QChar c = text.at(at);
        if (c == u'-' && at + 1 < text.size() && text.at(at + 1) == u'-') {
            const int level = longBracketAt(text, at + 2);
            if (level < 0)
                return setFormat(int(at), int(text.size() - at), comment);
            markLong(from, at + 4 + level, level, true);
        } else if (const int level = longBracketAt(text, at); level >= 0) {
            markLong(from, at + 2 + level, level, false);
        } else if (c == u'"' || c == u'\'') {
            at = endOfQuoted(text, at);
            setFormat(int(from), int(at - from), string);
        } else if (isWordCharacter(c)) {
            while (at < text.size() && isWordCharacter(text.at(at)))
                ++at;
            if (isKeyword(text.mid(from, at - from)))
                setFormat(int(from), int(at - from), keyword);
        } else {
            ++at;
        }
    }
}

} // namespace lockstep

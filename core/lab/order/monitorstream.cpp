// Redis writes words in MONITOR as sdscatrepr() does: quoted, with \" \\ \n \r \t \a \b and \xHH
// for what is not printable (src/sds.c). So a line never contains a newline of a value.
//
// Valkey 8.1.0 and 8.1.1 do so too, but for \" and \\, which they write as they are (mended in
// 8.1.2). Such a quote shows, where no blank and quote follow it; such a backslash, where what
// follows it is no escape (before n, r, t, a, b, or x and two hex digits, it cannot be seen).
// Reading on, to the last quote before a blank, was rejected: a value may hold both, and an order
// that calls itself exact does not guess.

#include "core/lab/order/monitorstream.h"

namespace lockstep {

namespace {

// The character that a backslash and this letter stand for; 0 if it is no escape.
char unescaped(char letter)
{
    switch (letter) {
    case '"':
    case '\\':
        return letter;
    case 'n':
        return '\n';
    case 'r':
        return '\r';
    case 't':
        return '\t';
    case 'a':
        return '\a';
    case 'b':
        return '\b';
    default:
        return 0;
    }
}

bool isHexDigit(char letter)
{
    return (letter >= '0' && letter <= '9') || ((letter | 0x20) >= 'a' && (letter | 0x20) <= 'f');
}

int hexDigit(char digit)
{
    return digit <= '9' ? digit - '0' : (digit | 0x20) - 'a' + 10;
}

// Appends the character that begins at `at` and returns where the next one begins; -1 if no
// character begins there.
qsizetype takeOne(QByteArrayView quoted, qsizetype at, QByteArray &word)
{
    if (quoted[at] != '\\' || at + 1 >= quoted.size()) {
        word.append(quoted[at]);
        return at + 1;
    }
    if (quoted[at + 1] == 'x' && at + 3 < quoted.size() && isHexDigit(quoted[at + 2])
        && isHexDigit(quoted[at + 3])) {
        word.append(char((hexDigit(quoted[at + 2]) << 4) | hexDigit(quoted[at + 3])));
        return at + 4;
    }
    const char letter = unescaped(quoted[at + 1]);
    word.append(letter);
    return letter == 0 ? -1 : at + 2;
}

} // namespace

bool MonitorLine::parse(QByteArrayView line, MonitorLine &result)
{
    if (line.startsWith('+'))
        line = line.sliced(1);
    const qsizetype dot = line.indexOf('.');
    const qsizetype open = line.indexOf(" [");
    const qsizetype close = line.indexOf("] ");
    if (dot <= 0 || open != dot + 7 || close < open)
        return false;
    bool isSeconds = false;
    bool isMicros = false;
    const qint64 seconds = line.first(dot).toLongLong(&isSeconds);
    const qint64 micros = line.sliced(dot + 1, 6).toLongLong(&isMicros);
    const QByteArrayView brackets = line.sliced(open + 2, close - open - 2);
    const qsizetype blank = brackets.indexOf(' ');
    if (!isSeconds || !isMicros || blank < 0)
        return false;
    result = {seconds * 1'000'000 + micros, brackets.sliced(blank + 1), line.sliced(close + 2)};
    return true;
}

std::vector<QByteArrayView> &MonitorWords::read(QByteArrayView quoted)
{
    m_words.clear();
    m_plain.resize(0);
    m_plain.reserve(quoted.size()); // so that views into it stay
    for (qsizetype at = 0; at < quoted.size();) {
        const qsizetype begin = ++at; // behind the quote
        while (at < quoted.size() && quoted[at] != '"' && quoted[at] != '\\')
            ++at;
        if (at < quoted.size() && quoted[at] == '\\') {
            const qsizetype plain = m_plain.size();
            m_plain.append(quoted.sliced(begin, at - begin));
            while (at >= 0 && at < quoted.size() && quoted[at] != '"')
                at = takeOne(quoted, at, m_plain);
            m_words.push_back(QByteArrayView(m_plain).sliced(plain));
        } else {
            m_words.push_back(quoted.sliced(begin, at - begin));
        }
        const bool ends = at == quoted.size() - 1;
        if (at < 0 || (!ends && !quoted.sliced(at).startsWith("\" \""))) {
            m_words.clear();
            break;
        }
        at += ends ? 1 : 2;
    }
    return m_words;
}

QByteArrayView MonitorWords::command(QByteArrayView quoted)
{
    const qsizetype end = quoted.indexOf('"', 1);
    m_plain.resize(0);
    if (end > 0)
        m_plain.append(quoted.sliced(1, end - 1));
    for (char &letter : m_plain)
        letter = letter >= 'a' && letter <= 'z' ? char(letter - 'a' + 'A') : letter;
    return m_plain;
}

} // namespace lockstep

// Redis writes words in MONITOR as sdscatrepr() does: quoted, with \" \\ \n \r \t \a \b and \xHH
// for what is not printable (src/sds.c). So a line never contains a newline of a value.

#include "core/lab/monitorstream.h"

namespace lockstep {

namespace {

char unescaped(char letter)
{
    switch (letter) {
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
        return letter;
    }
}

// Appends the character that begins at `at` and returns where the next one begins.
qsizetype takeOne(QByteArrayView quoted, qsizetype at, QByteArray &word)
{
    if (quoted[at] != '\\' || at + 1 >= quoted.size()) {
        word.append(quoted[at]);
        return at + 1;
    }
    if (quoted[at + 1] == 'x' && at + 3 < quoted.size()) {
        word.append(QByteArray::fromHex(quoted.sliced(at + 2, 2).toByteArray()));
        return at + 4;
    }
    word.append(unescaped(quoted[at + 1]));
    return at + 2;
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

std::vector<QByteArray> monitorWords(QByteArrayView quoted)
{
    std::vector<QByteArray> words;
    qsizetype at = 0;
    while (at < quoted.size()) {
        if (quoted[at++] != '"')
            continue;
        QByteArray word;
        while (at < quoted.size() && quoted[at] != '"')
            at = takeOne(quoted, at, word);
        ++at;
        words.push_back(std::move(word));
    }
    return words;
}

QByteArray monitorCommand(QByteArrayView quoted)
{
    const qsizetype end = quoted.indexOf('"', 1);
    return end < 0 ? QByteArray() : quoted.sliced(1, end - 1).toByteArray().toUpper();
}

} // namespace lockstep

#include "core/redis/values/terminaltext.h"

#include <QString>

#include <algorithm>

namespace lockstep {

namespace {

// Whether the character may control a terminal. All that may are in the Basic Multilingual Plane,
// so that \uXXXX is enough for them.
bool actsOnATerminal(QChar c)
{
    const ushort code = c.unicode();
    if (c == QLatin1Char('\n') || c == QLatin1Char('\t'))
        return false;
    return c.category() == QChar::Other_Control // C0, delete, C1
        || code == 0x061c || code == 0x200e || code == 0x200f || code == 0xfeff
        || (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
}

bool isPlainAscii(char c)
{
    return (c >= ' ' && c < 0x7f) || c == '\n' || c == '\t';
}

} // namespace

QByteArray terminalText(const QByteArray &utf8)
{
    if (std::all_of(utf8.begin(), utf8.end(), isPlainAscii)) // nearly always
        return utf8;
    // A byte order mark at the start would be dropped if the text began with it.
    const QString text = QString::fromUtf8('\n' + utf8).mid(1);
    QString harmless;
    harmless.reserve(text.size());
    for (const QChar c : text) {
        if (actsOnATerminal(c))
            harmless += QStringLiteral("\\u%1").arg(c.unicode(), 4, 16, QLatin1Char('0'));
        else
            harmless += c;
    }
    return harmless.toUtf8();
}

} // namespace lockstep

// Writes keys for a person, see wording.h. Keys can be any bytes, and strangers may have chosen
// them. The text must be one line, must not reorder the text around it (direction marks do; letters
// may do so inside their own cell), must not look empty, and must differ for different keys. So
// every byte that is not a plain visible character is escaped, and a backslash is doubled.

#include "ui/text/wording.h"

#include <QStringDecoder>

#include <cctype>

namespace lockstep::wording {

namespace {

constexpr QChar ellipsis(0x2026);

bool isPlain(uchar byte)
{
    return byte >= 0x20 && byte < 0x7F && byte != '\\';
}

void appendByte(QString &out, uchar byte)
{
    static constexpr char digits[] = "0123456789abcdef";
    out += QLatin1String("\\x");
    out += QLatin1Char(digits[byte >> 4]);
    out += QLatin1Char(digits[byte & 15]);
}

// The length of the valid UTF-8 sequence at the beginning, or 0 if there is none.
int sequenceLength(QByteArrayView bytes)
{
    const auto first = uchar(bytes.front());
    const int length = first < 0x80 ? 1
        : first < 0xC2              ? 0
        : first < 0xE0              ? 2
        : first < 0xF0              ? 3
        : first < 0xF5              ? 4
                                    : 0;
    if (length == 0 || bytes.size() < length)
        return 0;
    QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
    const QString decoded = decoder(bytes.first(length));
    return decoder.hasError() || decoded.isEmpty() ? 0 : length;
}

bool isVisible(char32_t point)
{
    switch (QChar::category(point)) {
    case QChar::Other_Control:
    case QChar::Other_Format: // direction marks, zero-width joiners
    case QChar::Other_Surrogate:
    case QChar::Other_PrivateUse:
    case QChar::Other_NotAssigned:
    case QChar::Separator_Line:
    case QChar::Separator_Paragraph:
        return false;
    case QChar::Separator_Space:
        return point == U' ';
    default:
        return true;
    }
}

void appendEscaped(QString &out, QByteArrayView bytes)
{
    while (!bytes.isEmpty()) {
        const auto first = uchar(bytes.front());
        if (isPlain(first)) {
            out += QLatin1Char(char(first));
            bytes = bytes.sliced(1);
            continue;
        }
        if (first == '\\') {
            out += QLatin1String("\\\\");
            bytes = bytes.sliced(1);
            continue;
        }
        const int length = first < 0x20 || first == 0x7F ? 1 : std::max(1, sequenceLength(bytes));
        const QString text = length > 1 ? QString::fromUtf8(bytes.first(length)) : QString();
        const char32_t point = text.isEmpty() ? 0 : text.toUcs4().constFirst();
        if (point != 0 && isVisible(point)) {
            out += text;
        } else {
            for (const char byte : bytes.first(length))
                appendByte(out, uchar(byte));
        }
        bytes = bytes.sliced(length);
    }
}

QString cutInTheMiddle(const QString &text, qsizetype limit)
{
    if (limit <= 0 || text.size() <= limit)
        return text;
    qsizetype head = (limit - 1) / 2;
    qsizetype tail = limit - 1 - head;
    if (text.at(head - 1).isHighSurrogate())
        --head;
    if (text.at(text.size() - tail).isLowSurrogate())
        --tail;
    return text.left(head) + ellipsis + text.right(tail);
}

} // namespace

QString key(QByteArrayView bytes, qsizetype limit)
{
    // Keys can be megabytes long, so only the part that can be shown is looked at. A character has
    // at most four bytes.
    QString text;
    const qsizetype enough = limit * 4;
    if (limit > 0 && bytes.size() > 2 * enough) {
        appendEscaped(text, bytes.first(enough));
        text += ellipsis;
        QByteArrayView end = bytes.last(enough);
        while (!end.isEmpty() && (uchar(end.front()) & 0xC0) == 0x80)
            end = end.sliced(1);
        appendEscaped(text, end);
    } else {
        text.reserve(bytes.size());
        appendEscaped(text, bytes);
    }
    return cutInTheMiddle(text, limit);
}

QString cliWord(QByteArrayView bytes)
{
    static constexpr QByteArrayView bare("_-:.,{}[]()/@%+=*?!^~|&;<>$");
    bool quote = bytes.isEmpty();
    QString inner;
    for (const char c : bytes) {
        const auto byte = uchar(c);
        if (std::isalnum(byte) || bare.contains(c)) {
            inner += QLatin1Char(c);
            continue;
        }
        quote = true;
        if (c == '"' || c == '\\')
            inner += QLatin1Char('\\');
        if (byte >= 0x20 && byte < 0x7F)
            inner += QLatin1Char(c);
        else
            appendByte(inner, byte);
    }
    return quote ? u'"' + inner + u'"' : inner;
}

} // namespace lockstep::wording
